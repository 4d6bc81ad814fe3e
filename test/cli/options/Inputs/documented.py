# documented.py LOCKSTEP PAGE: fails unless the tables of PAGE have a row for exactly those options that the commands
# have, with the commands that have them, unless a test beside this one sets each from LOCKSTEP_OPTIONS, and unless
# src/trace/OptionKeys.h lists them.
import glob
import os
import re
import subprocess
import sys

lockstep, page = sys.argv[1:]


def output(*words):
    return subprocess.run([lockstep, *words], check=True, capture_output=True, text=True).stdout


commands = re.findall(r'^  (\w+) ', output('--help').split('Commands:')[1].split('Examples:')[0], re.M)
assert 'run' in commands and 'check' in commands, commands

users = {}
spellings = set()
for command in commands:
    for names in re.findall(r'^  (-[\w,-]+)', output(command, '--help'), re.M):
        key = names.split(',')[-1].lstrip('-')
        if key != 'help':
            spellings |= {name.lstrip('-') for name in names.split(',')}
            users.setdefault(key, set()).add(command)

documented = {}
for key, whom in re.findall(r'^\| `([\w-]+)(?:=[^`]*)?` \|.*\| ([\w, ]+) \|$', open(page).read(), re.M):
    documented[key] = set(commands) if whom == 'all' else set(whom.split(', '))

for key in sorted(users.keys() | documented.keys()):
    if users.get(key) != documented.get(key):
        print('%s: option of %s, documented for %s' % (key, sorted(users.get(key, [])), sorted(documented.get(key, []))))

tests = glob.glob(os.path.join(os.path.dirname(__file__), '..', '*.*'))
settings = re.findall(r'LOCKSTEP_OPTIONS=(?:"([^"]*)"|(\S+))', ' '.join(open(test).read() for test in tests))
tested = {entry.split('=')[0] for quoted, plain in settings for entry in (quoted or plain).split(':')}
for key in sorted(users.keys() - tested):
    print('%s: no test sets it from LOCKSTEP_OPTIONS' % key)

# What a recorder without the tool takes for a key.
source = os.path.join(os.path.dirname(page), '..', 'src', 'trace', 'OptionKeys.h')
keys = set(re.findall(r'"([\w-]+)"', re.search(r'kOptionKeys\[\] = \{(.*?)\};', open(source).read(), re.S).group(1)))
for key in sorted(keys ^ spellings):
    print('%s: either no option, or not in %s' % (key, source))
sys.exit(0 if users == documented and users.keys() <= tested and keys == spellings else 1)
