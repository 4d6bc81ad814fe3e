# layering.py ROOT: fails when a part of src/ includes or links a part, LLVM or MPI that it must not know, names a
# routine or a function of the OpenMP runtime that only a table may name, when the headers of two folders or two units
# (a header and its source) need each other, when the recorder would bring more of src/semantics than it links, or when a
# folder is too full.
import os
import re
import sys

ALLOWED = {
    'mpi': set(),
    'report': {'mpi'},
    'semantics': {'mpi', 'report'},
    'trace': {'mpi'},
    'engine': {'mpi', 'trace', 'report', 'semantics'},
    'passes': {'mpi', 'report', 'semantics', 'trace', 'engine', 'llvm'},
    'runtime': {'mpi', 'trace', 'semantics', 'mpi-library'},
    'cli': {'mpi', 'trace', 'report', 'semantics', 'engine', 'llvm'},
}
ROUTINE_NAME = re.compile(r'"P?MPI_[A-Z][a-z]')  # the names of routines stand in src/mpi alone
OPENMP_NAME = re.compile(r'"(__kmpc_|omp_|GOMP_)')  # those of its runtime stand in src/passes/ir/OpenMpRuntime.def alone
FOREIGN = {'llvm': re.compile(r'#include\s*[<"]llvm/'), 'mpi-library': re.compile(r'#include\s*[<"]mpi\.h')}
TARGET = re.compile(r'lockstep_(mpi|report|semantics|trace|engine|passes|runtime|cli)\b')
MOST_FILES = 30  # in one folder: more hide how the part is built
TANGLED = {'passes', 'runtime', 'cli'}  # the sources of some units there need each other, their headers do not
INCLUDE = re.compile(r'#include "(([\w/]+)/\w+)\.\w+"')
USES = re.compile(r'lockstep_uses\(\S+([^)]*)\)')


def complaints(root):
    for part, allowed in ALLOWED.items():
        for folder, _, files in os.walk(os.path.join(root, 'src', part)):
            for name in files:
                path = os.path.join(folder, name)
                text = open(path).read()
                if part != 'mpi' and name.endswith(('.h', '.cpp')) and ROUTINE_NAME.search(text):
                    yield '%s: spells the name of a routine' % os.path.relpath(path, root)
                if part == 'passes' and name.endswith(('.h', '.cpp')) and OPENMP_NAME.search(text):
                    yield '%s: spells the name of a function of the OpenMP runtime' % os.path.relpath(path, root)
                for other in included(text) | linked(name, text):
                    if other != part and other not in allowed:
                        yield '%s: %s must not depend on %s' % (os.path.relpath(path, root), part, other)


def included(text):
    found = set(re.findall(r'#include "(\w+)/', text)) & set(ALLOWED)
    return found | {what for what, pattern in FOREIGN.items() if pattern.search(text)}


def linked(name, text):
    if name != 'CMakeLists.txt':
        return set()
    found = set(TARGET.findall(text))
    for names in USES.findall(text):
        found |= {word.split('_')[0] for word in names.split()}
    return found & set(ALLOWED)


def words_in_recorder(root):
    """What the recorder includes of src/semantics, also indirectly, does without messages."""
    open_headers = set()
    for folder, _, files in os.walk(os.path.join(root, 'src', 'runtime')):
        for name in files:
            open_headers |= set(re.findall(r'#include "(semantics/\S+)"', open(os.path.join(folder, name)).read()))
    seen = set()
    while open_headers:
        header = open_headers.pop()
        seen.add(header)
        text = open(os.path.join(root, 'src', header)).read()
        open_headers |= set(re.findall(r'#include "(semantics/\S+)"', text)) - seen
        if re.search(r'#include ("report/|<fmt/)', text):
            yield 'src/%s: the recorder includes it, and must not depend on report' % header


def sources(root, endings):
    """Each file with one of the endings: its path below src/ without the ending, and its text."""
    for folder, _, files in os.walk(os.path.join(root, 'src')):
        for stem, ending in map(os.path.splitext, files):
            path = os.path.join(folder, stem)
            if ending in endings:
                yield os.path.relpath(path, os.path.join(root, 'src')), open(path + ending).read()


def folders(root):
    """For each folder of src/ the folders whose headers its own headers include."""
    needs = {}
    for unit, text in sources(root, {'.h'}):
        needs.setdefault(os.path.dirname(unit), set()).update(folder for _, folder in INCLUDE.findall(text))
    return needs


def units(root):
    """For each unit the units that it includes: by its header, and by its source in parts that are not tangled."""
    needs = {}
    for unit, text in [*sources(root, {'.h'}),
                       *(one for one in sources(root, {'.cpp'}) if one[0].split('/')[0] not in TANGLED)]:
        needs.setdefault(unit, set()).update(other for other, _ in INCLUDE.findall(text))
    return needs


def cycles(needs):
    """Takes away what needs nothing else that is left, or what nothing else needs: what stays needs itself."""
    left = {one: others - {one} for one, others in needs.items()}
    while True:
        needed = set().union(*left.values())
        free = {one for one, others in left.items() if one not in needed or not others & left.keys()}
        if not free:
            break
        for one in free:
            del left[one]
    return ['src/%s: needs %s, which in turn needs it' % (one, ', '.join(sorted(others & left.keys())))
            for one, others in sorted(left.items())]


def crowds(root):
    for folder, _, files in os.walk(os.path.join(root, 'src')):
        if len(files) > MOST_FILES:
            yield '%s: %d files, at most %d' % (os.path.relpath(folder, root), len(files), MOST_FILES)


root = sys.argv[1]
found = [*complaints(root), *words_in_recorder(root), *cycles(folders(root)), *cycles(units(root)), *crowds(root)]
print('\n'.join(found))
sys.exit(1 if found else 0)
