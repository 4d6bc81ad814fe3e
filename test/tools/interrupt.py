# interrupt.py group|tool SIGNAL DOCUMENT COMMAND...: starts the command in a process group of its own, sends the signal
# to the whole group (as Ctrl-C does) or to the tool alone once the program says that it has started, and checks that
# the tool ends with 128 + SIGNAL, that DOCUMENT is written, and that no process and no folder of records stays.
import os
import subprocess
import sys

whom, number, document, command = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4:]
if os.path.exists(document):
    os.remove(document)


def processes_of(program):
    """Processes that run the program."""
    found = []
    for pid in filter(str.isdigit, os.listdir('/proc')):
        try:
            if os.readlink('/proc/%s/exe' % pid) == program:
                found.append(pid)
        except OSError:
            pass
    return found


def run_directory_of(pid):
    with open('/proc/%s/environ' % pid, 'rb') as environ:
        for word in environ.read().split(b'\0'):
            if word.startswith(b'LOCKSTEP_RUN_DIR='):
                return word.split(b'=', 1)[1].decode()
    sys.exit('the program has no run directory')


program = os.path.realpath(command[-1])
tool = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
tool.stdout.readline()
records = run_directory_of(processes_of(program)[0])
assert os.path.isdir(records), records
if whom == 'group':
    os.killpg(tool.pid, number)
else:
    os.kill(tool.pid, number)
tool.stdout.read()
status = tool.wait()

assert status == 128 + number, 'status %d' % status
assert not processes_of(program), 'processes stay'
assert not os.path.exists(records), 'records stay'
assert os.path.exists(document), 'no document'
