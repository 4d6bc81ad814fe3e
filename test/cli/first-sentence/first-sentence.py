"""first-sentence.py TESTS: names the tests whose leading comment does not say in a sentence what they show."""
import os
import re
import sys

COMMENT = {'.c': '//', '.cpp': '//', '.f': '!', '.f90': '!', '.F90': '!', '.ll': ';', '.trace': '#', '.test': ''}
NO_TESTS = {'Inputs', 'fuzz', 'support', 'tools', 'unit'}
DIRECTIVE = re.compile(r'[A-Z][A-Z0-9_-]*:')


def opens_with_a_sentence(path, comment):
    is_continued = False
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            if comment and not line.startswith(comment):
                return False
            text = line[len(comment):].strip()
            if not is_continued and not DIRECTIVE.match(text) and len(text.split()) >= 3:
                return True
            is_continued = text.endswith('\\')
    return False


def main(tests):
    silent = []
    for folder, folders, names in os.walk(tests):
        folders[:] = [name for name in folders if name not in NO_TESTS]
        for name in names:
            comment = COMMENT.get(os.path.splitext(name)[1])
            path = os.path.join(folder, name)
            if comment is not None and not opens_with_a_sentence(path, comment):
                silent.append(os.path.relpath(path, tests))
    for path in sorted(silent):
        print(path + ': the first comment is to say what the test shows')
    return 1 if silent else 0


sys.exit(main(sys.argv[1]))
