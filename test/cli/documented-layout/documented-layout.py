# documented-layout.py ROOT: fails when a page names a file or folder that does not exist, when a row of a table that
# begins with a source file names a function that this file does not have, or when docs/architecture.md leaves out a folder
# of src/ or lets a part include other parts than layering.py does.
import os
import re
import sys

MAP = 'docs/architecture.md'
PAGES = [MAP, 'docs/architecture.svg', 'docs/adding-a-rule.md', 'docs/trace-format.md', 'CONTRIBUTING.md', 'README.md']
PATH = re.compile(r'(?<![\w./-])((?:src|test|docs)/[\w./<>*…-]*)')
LINK = re.compile(r'\]\(([^)#:]+)(?:#[^)]*)?\)')
PLACEHOLDER = re.compile(r'/?[^/]*[<>*…].*')  # test/run/<id>/: only test/run can be looked for
ROW = re.compile(r'\| `(src/[\w./-]+\.(?:h|cpp))` \|(.*)')
PART = re.compile(r'\| `src/(\w+)` \| [^|]* \| ([^|]*) \| [^|]*\|\n')
ALLOWED = re.compile(r"'(\w+)': (?:set\(\)|{([^}]*)}),\n")
NAME = re.compile(r'`([A-Za-z_][\w:]*)`')


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def paths_in(text):
    return {PLACEHOLDER.sub('', path).rstrip('/.') for path in PATH.findall(text)}


def missing_paths(root, page):
    text = read(os.path.join(root, page))
    linked = {os.path.normpath(os.path.join(os.path.dirname(page), target)) for target in LINK.findall(text)}
    for path in sorted(paths_in(text) | linked):
        if not os.path.exists(os.path.join(root, path)):
            yield '%s: %s does not exist' % (page, path)


def missing_folders(root):
    named = paths_in(read(os.path.join(root, MAP)))
    for folder, _, _ in os.walk(os.path.join(root, 'src')):
        path = os.path.relpath(folder, root)
        if path != 'src' and path not in named:
            yield '%s: says nothing of %s' % (MAP, path)


def missing_functions(root, page):
    for source, rest in ROW.findall(read(os.path.join(root, page))):
        stem = os.path.splitext(os.path.join(root, source))[0]
        code = ''.join(read(stem + ending) for ending in ('.h', '.cpp') if os.path.exists(stem + ending))
        for name in NAME.findall(rest):
            if not re.search(r'\b%s\b' % name.split('::')[-1], code):
                yield '%s: %s has no %s' % (page, source, name)


def wrong_arrows(root):
    documented = {part: set(re.findall(r'\w+', names)) - {'nothing'}
                  for part, names in PART.findall(read(os.path.join(root, MAP)))}
    enforced = {part: set(re.findall(r"'([\w-]+)'", names)) - {'llvm', 'mpi-library'}
                for part, names in ALLOWED.findall(read(os.path.join(root, 'test/cli/layering/layering.py')))}
    for part in sorted(set(documented) | set(enforced)):
        if documented.get(part) != enforced.get(part):
            yield '%s: layering.py lets src/%s include %s' % (MAP, part, sorted(enforced.get(part, [])) or 'nothing')


root = sys.argv[1]
found = [*missing_folders(root), *wrong_arrows(root)]
for page in PAGES:
    found += [*missing_paths(root, page), *missing_functions(root, page)]
print('\n'.join(found))
sys.exit(1 if found else 0)
