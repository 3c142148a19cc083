// Steps through the games that the page holds. What it shows was computed when the page was written: no rules of chess
// are needed here, and nothing is asked of any server.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const SVG = "http://www.w3.org/2000/svg";
const FIGURES = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const SQUARE = 45;
// As the letters of a FEN stand for them.
const SQUARES = [..."87654321"].flatMap((rank) => [..."abcdefgh"].map((file) => file + rank));

let game = data.games[0];
let ply = 0; // 0 is the start, 1 the position after the first move
let line = null; // a line that is looked at: its moves, at which of them, and the ply of the game where it begins
let flipped = false;

const byId = (id) => document.getElementById(id);

// Give an element attributes, of which functions listen to events, and children; texts become text, never markup.
function filled(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

const make = (name, attributes = {}, ...children) => filled(document.createElement(name), attributes, children);
const draw = (name, attributes = {}, ...children) => filled(document.createElementNS(SVG, name), attributes, children);

// Put new children in the place of others. The keyboard stays at the current button, or the one that stands where it was.
function refill(id, ...children) {
  const place = byId(id), buttons = () => [...place.querySelectorAll("button")], at = buttons().indexOf(document.activeElement);
  place.replaceChildren(...children);
  if (at >= 0) (place.querySelector("button[aria-current]") ?? buttons()[at])?.focus({ preventScroll: true });
}

// The board

function corner(square) {
  const file = square.charCodeAt(0) - 97, rank = Number(square[1]) - 1;
  return flipped ? [(7 - file) * SQUARE, rank * SQUARE] : [file * SQUARE, (7 - rank) * SQUARE];
}

function arrow(move, color) {
  const [x, y] = corner(move.slice(0, 2)), [toX, toY] = corner(move.slice(2, 4));
  const length = Math.hypot(toX - x, toY - y), angle = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
  if (!length) return draw("circle", { class: `ring ${color}`, cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE / 2 - 2 });
  return draw("path", {
    class: `arrow ${color}`,
    d: `M12-4H${length - 16}v-7L${length - 1} 0 ${length - 16} 11v-7H12z`,
    transform: `translate(${x + SQUARE / 2} ${y + SQUARE / 2}) rotate(${angle})`,
  });
}

function badge(square, judgement, glyph) {
  const [x, y] = corner(square);
  const place = `translate(${Math.min(x + SQUARE - 5, 350)} ${Math.max(y + 5, 10)})`;
  const text = draw("text", { dy: "0.35em" }, glyph);
  return draw("g", { class: `badge ${judgement || "own"}`, transform: place }, draw("circle", { r: 10 }), text);
}

function boardParts(position, lastMove, marked, arrows) {
  const [placement, check] = position.split(" ");
  const moved = lastMove && lastMove !== "0000" ? [lastMove.slice(0, 2), lastMove.slice(2, 4)] : [];
  const parts = [];
  for (const square of SQUARES) {
    const [x, y] = corner(square);
    const shade = (square.charCodeAt(0) + Number(square[1])) % 2 ? "light" : "dark";
    parts.push(draw("rect", { class: moved.includes(square) ? `${shade} moved` : shade, x, y, width: SQUARE, height: SQUARE }));
    if (x === 0) parts.push(draw("text", { class: "coordinate", x: 2, y: y + 10 }, square[1]));
    if (y === 7 * SQUARE) parts.push(draw("text", { class: "coordinate", x: x + 38, y: 357 }, square[0]));
  }
  if (check) {
    const [x, y] = corner(check);
    parts.push(draw("circle", { class: "check", cx: x + SQUARE / 2, cy: y + SQUARE / 2, r: SQUARE / 2 }));
  }
  const letters = placement.replaceAll("/", "").replace(/\d/g, (digit) => ".".repeat(digit));
  [...letters].forEach((letter, index) => {
    if (letter === ".") return;
    const [x, y] = corner(SQUARES[index]), color = letter === letter.toLowerCase() ? "black" : "white";
    parts.push(draw("use", { href: `#${color}-${FIGURES[letter.toLowerCase()]}`, x, y }));
  });
  parts.push(...arrows.map(([move, color]) => arrow(move, color)));
  if (marked && moved.length) parts.push(badge(moved[1], marked.judgement, marked.glyph));
  return parts;
}

// The position after so many plies: what was played, the file's arrows, and what would have been better.
function partsAt(at) {
  const move = game.moves[at - 1], better = move && move.judgement ? [[move.lines[0].moves[0].uci, "green"]] : [];
  return boardParts(game.positions[at], move && move.uci, move && move.glyph ? move : null, [...better, ...(move || game).arrows]);
}

// A variation of the file has no score, and so no bar.
function drawBar({ chance, score }) {
  byId("bar").style.visibility = score ? "" : "hidden";
  byId("bar").classList.toggle("flipped", flipped);
  byId("bar-white").style.height = `${chance}%`;
  byId("bar-score").textContent = score?.replace(/^[+-]/, "");
  byId("bar-score").classList.toggle("black", chance < 50);
}

// Players and clocks

const seconds = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;

function clockText(value) {
  const whole = Math.floor(value), two = (number) => String(number).padStart(2, "0");
  const minutes = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole < 3600 ? minutes : `${Math.floor(whole / 3600)}:${minutes}`;
}

function drawPlayers() {
  for (const [id, white] of [["near", !flipped], ["far", flipped]]) {
    const { name, elo } = game.players[white ? "white" : "black"];
    // The clock that stands after the side's last move up to here.
    const last = game.moves.slice(0, ply).findLast((move) => move.white === white);
    const clock = last && last.clock !== null ? clockText(last.clock) : "";
    const toMove = line ? line.found.moves[line.at].white !== white : game.moves[ply]?.white === white;
    byId(id).className = toMove ? "player to-move" : "player";
    byId(id).replaceChildren(
      make("span", {}, white ? "○ " : "● ", make("bdi", {}, name), " ", make("span", { class: "rating" }, elo)),
      make("span", { class: "clock" }, clock),
    );
  }
}

// Moves, remarks and lines

function fillMoves() {
  const rows = [];
  game.moves.forEach((move, index) => {
    const gap = move.white ? [] : [make("span", {}, "…")];
    if (move.white || !rows.length) rows.push(make("li", {}, make("span", {}, `${move.number}.`), ...gap));
    rows.at(-1).append(make(
      "button", { type: "button", "data-ply": index + 1, class: move.judgement, click: () => go(index + 1) },
      move.san + move.glyph, make("span", { class: "score" }, game.scores[index + 1]),
    ));
  });
  byId("moves").replaceChildren(...rows);
}

function moveNumber(move, first) {
  return move.white ? `${move.number}. ` : first ? `${move.number}… ` : "";
}

function drawRemark() {
  const move = game.moves[ply - 1], { comment } = move ?? game, parts = [];
  if (move) {
    const time = move.time === null ? "" : `, ${seconds(move.time)}`;
    parts.push(make("p", {}, make("strong", { class: move.judgement }, moveNumber(move, true) + move.san + move.glyph),
      ` ${game.scores[ply]}${time}. `, make("span", { class: move.judgement }, move.remark)));
  }
  if (comment) parts.push(make("p", { class: "comment", dir: "auto" }, comment));
  byId("remark").replaceChildren(...parts);
}

// The lines to show: what would have been better than a marked move, and what is best now. `base` is where they begin.
function shownLines() {
  const move = game.moves[ply - 1], next = game.moves[ply];
  const groups = [];
  if (move && move.judgement) groups.push({ name: `Better than ${move.san}`, base: ply - 1, lines: move.lines });
  if (next) groups.push({ name: "Best now", base: ply, lines: next.lines });
  if (move && move.variations.length) groups.push({ name: `Instead of ${move.san}, in the file`, base: ply - 1, lines: move.variations });
  return groups;
}

function drawLines() {
  const parts = [];
  for (const { name, base, lines } of shownLines()) {
    parts.push(make("h3", {}, name));
    for (const found of lines) {
      const words = found.moves.flatMap((move, at) => {
        const current = line && line.found === found && line.at === at ? { "aria-current": "true" } : {};
        const attributes = { type: "button", click: () => enterLine(base, found, at), ...current };
        const button = make("button", attributes, moveNumber(move, at === 0) + move.san + (move.glyph || ""));
        return move.comment ? [button, make("bdi", { class: "comment" }, ` ${move.comment} `)] : [button];
      });
      const before = found.score ? make("b", {}, `${found.score} `) : make("bdi", { class: "comment" }, found.words);
      parts.push(make("p", { style: `margin-left: ${Math.min(found.depth ?? 0, 9)}em` }, before, ...words));
    }
  }
  refill("lines", ...parts);
}

function enterLine(base, found, at) {
  line = { base, found, at };
  show();
}

// Course of the game

function drawGraph() {
  const graph = byId("graph"), end = game.moves.length;
  graph.setAttribute("viewBox", `-0.5 0 ${end + 1} 100`);
  const height = (at) => (100 - game.chances[at]).toFixed(1);
  const points = game.chances.map((_, at) => `${at},${height(at)}`);
  const edge = `-0.5,100 -0.5,${height(0)} ${points.join(" ")} ${end + 0.5},${height(end)} ${end + 0.5},100`;
  const upright = (name, x, ...children) => draw("line", { class: name, x1: x, y1: 0, x2: x, y2: 100 }, ...children);
  const parts = [
    draw("polygon", { class: "area", points: edge }),
    draw("line", { class: "middle", x1: -0.5, y1: 50, x2: end + 0.5, y2: 50 }),
    ...game.moves.flatMap((move, index) => index && move.phase !== game.moves[index - 1].phase
      ? [upright("phase", index, draw("title", {}, move.phase))] : []),
    upright("now", ply),
  ];
  // A stroke of no length with round ends is a dot, whatever the picture is stretched to.
  for (const [index, move] of game.moves.entries()) {
    if (!move.judgement) continue;
    parts.push(draw("path", {
      class: move.judgement, d: `M${index + 1} ${height(index + 1)}h0`, stroke: "currentColor",
      "stroke-width": 9, "stroke-linecap": "round", "vector-effect": "non-scaling-stroke",
    }, draw("title", {}, `${moveNumber(move, true)}${move.san}${move.glyph} ${move.remark}`)));
  }
  graph.replaceChildren(...parts);
}

function drawTimes() {
  const times = byId("times"), longest = Math.max(...game.moves.map((move) => move.time ?? 0), 0);
  times.style.display = longest === 0 ? "none" : "";
  times.setAttribute("viewBox", `-0.5 -1 ${game.moves.length + 1} 2`);
  times.replaceChildren(...game.moves.map((move, index) => {
    // By the square root, so that short thoughts can be seen beside long ones.
    const height = longest ? Math.sqrt((move.time ?? 0) / longest) : 0;
    const title = move.time === null ? "" : draw("title", {}, `${moveNumber(move, true)}${move.san} ${seconds(move.time)}`);
    return draw("rect", {
      class: `time ${move.white ? "white" : "black"}${index + 1 === ply ? " now" : ""}`,
      x: index + 0.6, width: 0.8, y: move.white ? -height : 0, height,
    }, title);
  }));
}

// What is known of players, in one game or in all of them; what is not known of any has no column.
function fillPlayers(id, players) {
  const shown = Object.keys(players[0] ?? {}).filter((name) => players.some((player) => player[name]));
  const heads = shown.map((name) => make("th", {}, name));
  const rows = players.map((player) => make("tr", {}, ...shown.map(
    (name, column) => column ? make("td", { "data-name": name }, player[name]) : make("th", { scope: "row" }, player[name]),
  )));
  byId(id).replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

// The games in a table, which a click on a heading sorts; once more turns the order.
const GAME_COLUMNS = [
  ["", (each) => data.games.indexOf(each) + 1],
  ["White", (each) => each.players.white.name],
  ["Black", (each) => each.players.black.name],
  ["result", (each) => each.result],
  ["moves", (each) => Math.ceil(each.moves.length / 2)],
  ...[["white", "○"], ["black", "●"]].flatMap(([side, sign]) => [["accuracy", "accuracy"], ["??", "blunders"]].map(
    ([head, name]) => [`${head} ${sign}`, (each) => each.sides[side] ? each.sides[side][name] : -1],
  )),
];
let sorted = { column: 0, down: false };

function fillGames() {
  const value = GAME_COLUMNS[sorted.column][1], way = sorted.down ? -1 : 1;
  const order = (a, b) => way * (typeof value(a) === "number" ? value(a) - value(b) : value(a).localeCompare(value(b)));
  const heads = GAME_COLUMNS.map(([name], column) => {
    const click = () => {
      // Numbers begin with the largest, but for that of the game.
      const first = column > 0 && typeof GAME_COLUMNS[column][1](data.games[0]) === "number";
      sorted = { column, down: sorted.column === column ? !sorted.down : first };
      fillGames();
    };
    const order = column === sorted.column ? { "aria-sort": sorted.down ? "descending" : "ascending" } : {};
    return make("th", order, make("button", { type: "button", click }, name || "#"));
  });
  const rows = [...data.games].sort(order).map((each) => make(
    "tr", { class: each === game ? "chosen" : "", click: () => { choose(data.games.indexOf(each)); scrollTo(0, 0); } },
    ...GAME_COLUMNS.map(([name, value]) => make(
      "td", {}, value(each) === -1 ? "" : name.startsWith("accuracy") ? value(each).toFixed(1) : `${value(each)}`,
    )),
  ));
  refill("list", make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

// For paper: the marked positions of the game, each with what is said of it.
function fillPrint() {
  const marked = game.moves.flatMap((move, index) => move.glyph ? [index + 1] : []);
  byId("print").replaceChildren(...marked.map((at) => {
    const move = game.moves[at - 1], board = draw("svg", { viewBox: "0 0 360 360" }, ...partsAt(at));
    const words = `${moveNumber(move, true)}${move.san}${move.glyph} ${game.scores[at]} `;
    return make("figure", {}, board, make("figcaption", {}, make("strong", {}, words), move.remark, " ", make("bdi", {}, move.comment || "")));
  }));
}

// Steps

function show() {
  const move = line && line.found.moves[line.at];
  byId("board").setAttribute("aria-label", `Position ${(move ? move.position : game.positions[ply]).split(" ")[0]}`);
  byId("board").replaceChildren(...(move ? boardParts(move.position, move.uci, move.glyph && move, move.arrows ?? []) : partsAt(ply)));
  drawBar(line ? line.found : { chance: game.chances[ply], score: game.scores[ply] });
  drawPlayers();
  drawRemark();
  drawLines();
  drawGraph();
  drawTimes();
  const moves = byId("moves"), current = moves.querySelector(`[data-ply="${ply}"]`);
  moves.querySelector("[aria-current]")?.removeAttribute("aria-current");
  current?.setAttribute("aria-current", "true");
  // Of the list alone: scrollIntoView would move the page under the reader.
  moves.scrollTop = current ? current.offsetTop - moves.clientHeight / 2 : 0;
  // A frame without an address of its own, srcdoc, has none to keep.
  if (location.protocol !== "about:") history.replaceState(null, "", `#game=${data.games.indexOf(game) + 1}&ply=${ply}`);
}

function go(to) {
  line = null;
  ply = Math.max(0, Math.min(to, game.moves.length));
  show();
}

function step(by) {
  // A variation within another begins after a move of that.
  const [outer, at] = line?.found.outer ?? [];
  if (!line) go(ply + by);
  else if (line.at + by < 0 && outer !== undefined) enterLine(line.base, game.moves[line.base].variations[outer], at);
  else if (line.at + by < 0) go(line.base);
  else if (line.at + by < line.found.moves.length) enterLine(line.base, line.found, line.at + by);
}

function goToMark(by) {
  let at = ply + by;
  while (game.moves[at - 1] && !game.moves[at - 1].judgement) at += by;
  if (game.moves[at - 1]) go(at);
}

function choose(number, at = 0) {
  if (!data.games[number]) return;
  game = data.games[number];
  byId("game").value = number;
  byId("title").textContent = game.title;
  byId("about").replaceChildren(...game.about.flatMap((text, at) => [at ? " · " : "", make("bdi", {}, text)]));
  byId("opening").textContent = game.opening;
  byId("pgn").value = game.pgn;
  fillMoves();
  fillPlayers("sides", game.numbers);
  if (data.games.length > 1) fillGames();
  go(at);
}

const KEYS = {
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  ArrowUp: () => goToMark(-1),
  ArrowDown: () => goToMark(1),
  Home: () => go(0),
  End: () => go(game.moves.length),
  PageUp: () => choose(data.games.indexOf(game) - 1),
  PageDown: () => choose(data.games.indexOf(game) + 1),
  Escape: () => go(ply),
  b: () => {
    const [group] = shownLines();
    if (!line && group && group.lines[0].moves.length) enterLine(group.base, group.lines[0], 0);
  },
  f: () => { flipped = !flipped; show(); },
};

document.addEventListener("keydown", (event) => {
  // In the list of games ↑ and ↓ choose a game, as they do in every list; ← and → are moves, not games, there too.
  const others = ["ArrowLeft", "ArrowRight"].includes(event.key) ? "textarea" : "select, textarea";
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest(others)) return;
  if (event.key.startsWith("Page") && data.games.length < 2) return;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

// A swipe over the board goes a move on or back.
let touched = null;
addEventListener("pointerdown", (event) => { touched = event; });
byId("board").addEventListener("pointerup", (event) => {
  const right = event.clientX - touched?.clientX, down = event.clientY - touched?.clientY;
  if (byId("board").contains(touched?.target) && Math.abs(right) > 30 && Math.abs(right) > 2 * Math.abs(down)) step(right < 0 ? 1 : -1);
});

// Clicks and drags on the pictures lead to the move under the pointer.
for (const id of ["graph", "times"]) {
  const follow = (event) => {
    const box = byId(id).getBoundingClientRect();
    go(Math.round((event.clientX - box.left) / box.width * (game.moves.length + 1) - 0.5));
  };
  byId(id).addEventListener("pointerdown", follow);
  byId(id).addEventListener("pointermove", (event) => event.buttons && follow(event));
}

for (const button of document.querySelectorAll("[data-key]")) button.addEventListener("click", KEYS[button.dataset.key]);

addEventListener("beforeprint", fillPrint);

byId("search").textContent = data.search;
document.body.classList.toggle("framed", window !== parent && data.games.length === 1);
byId("game").append(...data.games.map((each, number) => make("option", { value: number }, `${number + 1}. ${each.title}`)));
byId("game").addEventListener("change", (event) => choose(Number(event.target.value)));
if (data.games.length > 1) {
  for (const id of ["games", "game-keys", "all-games", ...(data.players.length ? ["players"] : [])]) byId(id).removeAttribute("hidden");
  fillPlayers("totals", data.players);
}

// The address names a game and a ply, also one that is typed, pasted or gone back to while the page is open.
function follow() {
  const wanted = new URLSearchParams(location.hash.slice(1)), number = (name) => parseInt(wanted.get(name)) || 0;
  choose(Math.min(Math.max(number("game"), 1), data.games.length) - 1, number("ply"));
}
addEventListener("hashchange", follow);
follow();
