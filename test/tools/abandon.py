# abandon.py COMMAND...: starts the command, kills the tool with SIGKILL once the program says that it has started, and
# checks that no process or launcher of the program and no folder of the run remains.
import os
import subprocess
import sys
import time

command = sys.argv[1:]
DEADLINE = 30  # seconds


def environment_of(pid):
    try:
        with open('/proc/%s/environ' % pid, 'rb') as environ:
            return environ.read().split(b'\0')
    except OSError:
        return []


def processes_with(word):
    """Processes that were started with this word in their environment; zombies have none."""
    return [pid for pid in filter(str.isdigit, os.listdir('/proc')) if word in environment_of(pid)]


def run_directory_of(parent):
    """That of the processes that the tool has started."""
    with open('/proc/%d/task/%d/children' % (parent, parent)) as children:
        for child in children.read().split():
            for word in environment_of(child):
                if word.startswith(b'LOCKSTEP_RUN_DIR='):
                    return word
    sys.exit('the tool has no run directory')


tool = subprocess.Popen(command, stdout=subprocess.PIPE, start_new_session=True)
assert tool.stdout.readline() == b'started\n'
word = run_directory_of(tool.pid)
records = word.split(b'=', 1)[1]
assert os.path.isdir(records), records
tool.kill()
tool.wait()

end = time.monotonic() + DEADLINE
while time.monotonic() < end and (os.path.exists(records) or processes_with(word)):
    time.sleep(0.05)
assert not processes_with(word), 'processes stay: %s' % processes_with(word)
assert not os.path.exists(records), 'records stay'
