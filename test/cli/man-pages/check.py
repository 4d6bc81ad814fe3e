# check.py LOCKSTEP FOLDER: compares each manual page with the help text of its command, those of the compiler wrappers
# with their documentation, and lets groff read all of them.
import os
import re
import subprocess
import sys

lockstep, folder = sys.argv[1:]
root = os.path.join(os.path.dirname(__file__), '..', '..', '..')


def help_of(*words):
    return subprocess.run([lockstep, *words, '--help'], check=True, capture_output=True, text=True).stdout


def complaints(name, text):
    result = subprocess.run(['groff', '-man', '-ww', '-Tascii'], input=text, capture_output=True, text=True)
    if result.stderr:
        yield 'groff says: ' + result.stderr
    sections = re.findall(r'^\.SH (.+)$', text, re.M)
    wanted = ['NAME', 'SYNOPSIS', 'EXIT STATUS', 'SEE ALSO']
    if [s for s in sections if s in wanted] != wanted:
        yield 'has the sections %s' % sections
    plain = text.replace('\\-', '-')
    command = re.fullmatch(r'lockstep-(\w+)\.1', name)
    if command and command.group(1).startswith('mpi'):
        table = re.findall(r'^\| (`.*?) \|', open(os.path.join(root, 'docs', 'compilers-and-fortran.md')).read(), re.M)
        words = [re.match(r'[\w=-]*\w', word.split('=gcc')[0]).group() for row in table for word in re.findall(r'`([^`]+)`', row)
                 if not word.startswith(('include', 'use'))]
        assert '--mpi' in words and 'LOCKSTEP_WRAPPER=off' in words, words
        for word in words:
            if not re.search(r'^\.B .*%s\b' % word.split('=off')[0].split('=NAME')[0], plain, re.M):
                yield 'does not have ' + word
    elif command:
        statuses = re.findall(r'^  (\S+) +(.+)$', help_of(command.group(1)).split('\nExit status:\n')[1], re.M)
        rows = re.findall(r'^\.TP\n\.B (.+)\n(.+)$', plain.split('.SH EXIT STATUS')[1].split('.SH')[0], re.M)
        if rows != statuses:
            yield 'has the statuses %s, and the help text %s' % (rows, statuses)
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
