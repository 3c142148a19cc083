/* Run the Python script that this program is named after, with the CPython in the folder `_internal` beside it. */

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <windows.h>

typedef int (*Main)(int, wchar_t **);

static int fail(const wchar_t *path) {
    fwprintf(stderr, L"%ls cannot be loaded (error %lu): unpack the whole folder again\n", path, GetLastError());
    return 1;
}

int wmain(int argc, wchar_t **argv) {
    wchar_t folder[32768], library[33000], script[33000], *name, *dot;
    if (!GetModuleFileNameW(NULL, folder, 32000)) return fail(L"this program");
    name = wcsrchr(folder, L'\\');
    *name++ = 0;
    dot = wcsrchr(name, L'.');
    if (dot) *dot = 0;

    DWORD users[2];
    if (argc == 1 && GetConsoleProcessList(users, 2) == 1)  /* double-clicked: the console is its own */
        fputs("This is an engine for a GUI such as Cute Chess, which talks to it in commands; `quit` ends it.\n"
              "For a game in a terminal run `lux play` there.\n", stderr);

    swprintf(library, 33000, L"%ls\\_internal\\" PYTHON, folder);
    HMODULE python = LoadLibraryExW(library, NULL, LOAD_WITH_ALTERED_SEARCH_PATH);
    Main python_main = python ? (Main)(void *)GetProcAddress(python, "Py_Main") : NULL;
    if (!python_main) return fail(library);

    swprintf(script, 33000, L"%ls\\_internal\\start\\%ls.py", folder, name);
    wchar_t **words = calloc(argc + 4, sizeof *words);
    wchar_t *first[] = {argv[0], L"-X", L"utf8", script};
    for (int i = 0; i < 4; i++) words[i] = first[i];
    for (int i = 1; i < argc; i++) words[i + 3] = argv[i];
    return python_main(argc + 3, words);
}
