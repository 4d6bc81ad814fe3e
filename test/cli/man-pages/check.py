# check.py LOCKSTEP FOLDER: compares each manual page with the help text of its command, and lets groff read it.
import os
import re
import shutil
import subprocess
import sys

lockstep, folder = sys.argv[1:]


def help_of(*words):
    return subprocess.run([lockstep, *words, '--help'], check=True, capture_output=True, text=True).stdout


def complaints(name, text):
    if shutil.which('groff'):
        result = subprocess.run(['groff', '-man', '-ww', '-Tascii'], input=text, capture_output=True, text=True)
        if result.stderr:
            yield 'groff says: ' + result.stderr
    sections = re.findall(r'^\.SH (.+)$', text, re.M)
    wanted = ['NAME', 'SYNOPSIS', 'EXIT STATUS', 'SEE ALSO']
    if [s for s in sections if s in wanted] != wanted:
        yield 'has the sections %s' % sections
    plain = text.replace('\\-', '-')
    command = re.fullmatch(r'lockstep-(\w+)\.1', name)
    if command:
        for option in re.findall(r'^  (?:-\w,)?(--?[\w-]+)', help_of(command.group(1)), re.M):
            if not re.search(r'^\.B .*%s\b' % option, plain, re.M):
                yield 'does not have the option ' + option
    else:
        for word in re.findall(r'^  (\w+) ', help_of().split('Examples:')[0], re.M):
            if '.B %s\n' % word not in plain or not os.path.exists(os.path.join(folder, 'lockstep-%s.1' % word)):
                yield 'does not have the command ' + word


found = [(n, c) for n in sorted(os.listdir(folder)) for c in complaints(n, open(os.path.join(folder, n)).read())]
for name, complaint in found:
    print('%s: %s' % (name, complaint))
sys.exit(1 if found else 0)
