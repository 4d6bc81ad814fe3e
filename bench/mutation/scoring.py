"""Applies mutants one after the other in a copy of the program, and judges what the tool says.

The copy stays, and each mutant is taken back before the next, so that a build compiles what changed and nothing else.
Findings are compared with those of the original after the lines of the mutant are mapped back to those of the original.
"""
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile

from source import Failure

BUILD_STATUS = (0, 66)  # the wrappers end with 66 where the static check finds errors
HEADERS = ('.h', '.hpp', '.hh', '.hxx', '.inc', '.incl')


def shell(command, folder, variables, limit):
    """Status and output of a command; None for the status where the time was up, when all its processes are ended."""
    environment = dict(os.environ, **variables)
    with tempfile.TemporaryFile() as output:
        child = subprocess.Popen(['bash', '-c', command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                 stdout=output, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            status = child.wait(limit)
        except subprocess.TimeoutExpired:
            status = None
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()
        output.seek(0)
        return status, output.read().decode(errors='replace')


def last_lines(output):
    return '\n'.join('    ' + line for line in output.strip().splitlines()[-8:])


def is_same_file(one, other):
    """Whether one path is the end of the other: tools name files from different folders."""
    a, b = one.split('/')[::-1], other.split('/')[::-1]
    a, b = [part for part in a if part not in ('.', '')], [part for part in b if part not in ('.', '')]
    return all(left == right for left, right in zip(a, b))


class Workplace:
    """The copy of a program, prepared for one MPI."""

    def __init__(self, program, folder, options):
        self.program, self.options = program, options
        self.folder = os.path.join(folder, 'program')
        shutil.copytree(program['folder'], self.folder, symlinks=True)
        self.variables = {'MPI': options.mpi, 'FOLDER': self.folder, 'PATH': options.tools + ':' + os.environ['PATH']}
        if 'prepare' in program:
            status, output = shell(program['prepare'], self.folder, self.variables, 10 * options.timeout)
            if status != 0:
                raise Failure(f'{program["name"]}: `prepare` fails with status {status}:\n{last_lines(output)}')

    def path(self, name):
        return os.path.join(self.folder, name)

    def text(self, name):
        with open(self.path(name), errors='surrogateescape', newline='') as file:
            return file.read()

    def write(self, name, text):
        with open(self.path(name), 'w', errors='surrogateescape', newline='') as file:
            file.write(text)
        if name.endswith(HEADERS):  # builds that know nothing of headers
            for source in self.program['files']:
                os.utime(self.path(source))

    def build(self):
        status, output = shell(self.program['build'], self.folder, self.variables, 10 * self.options.timeout)
        return None if status in BUILD_STATUS else output

    def is_compiled(self, name, place):
        """Whether the build fails over a syntax error there."""
        text = self.text(name)
        self.write(name, text[:place] + ') ' + text[place:])
        try:
            return self.build() is not None
        finally:
            self.write(name, text)

    def findings(self, mode, trace=''):
        """Findings of severity error or warning; or the output where the command wrote no document."""
        with tempfile.TemporaryDirectory() as scratch:
            variables = {**self.variables, 'JSON': os.path.join(scratch, 'findings.json')}
            if trace:
                variables['LOCKSTEP_OPTIONS'] = f'trace={trace}'
            _, output = shell(self.program[mode], self.folder, variables, self.options.timeout)
            try:
                with open(variables['JSON']) as file:
                    document = json.load(file)
            except (OSError, ValueError):
                return output
        return [finding for finding in document['findings'] if finding['severity'] != 'note']

    def places_reached(self, trace):
        """File, line and routine of all calls in the records of a run."""
        out = trace + '.json'
        status, output = shell(f'lockstep report {trace} --format perfetto --output {out}', self.folder, self.variables, 600)
        if status != 0:
            raise Failure(f'{self.program["name"]}: the records of the original cannot be read:\n{last_lines(output)}')
        with open(out) as file:
            timeline = json.load(file)
        places = set()
        for event in timeline['traceEvents']:
            at = re.fullmatch(r'(.*):(\d+)', event.get('args', {}).get('at', ''))
            if at and event['ph'] == 'X':
                places.add((at.group(1), int(at.group(2)), event['name']))
        return places


def lines_of(mutant, original):
    """How lines behind the mutant move, and from which line on."""
    replaced = original[mutant['begin']:mutant['end']]
    last = original.count('\n', 0, mutant['begin']) + 1 + mutant['text'].count('\n')
    return mutant['text'].count('\n') - replaced.count('\n'), last


def sites_of(finding, mutant=None, shift=0, behind=0):
    """(file, line) of all sites, with lines of the original."""
    places = []
    for site in finding['sites']:
        file, line = site.get('file', ''), site.get('line') or 0
        if mutant and shift and line > behind and is_same_file(file, mutant['file']):
            line -= shift
        places.append((os.path.basename(file), file, line))
    return places


def kind_of(finding, **where):
    return finding['rule'], frozenset((name, line) for name, _, line in sites_of(finding, **where))


class Original:
    """What the tool says of the program as it is, and which calls its run makes."""

    def __init__(self, workplace, mode):
        self.places, self.trouble = None, ''
        if mode == 'run':
            output = workplace.build()
            if output is not None:
                raise Failure(f'{workplace.program["name"]}: the original does not build:\n{last_lines(output)}')
        with tempfile.TemporaryDirectory() as trace:
            traced = os.path.join(trace, 'trace') if mode == 'run' else ''
            self.findings = workplace.findings(mode, traced)
            if isinstance(self.findings, str):
                raise Failure(f'{workplace.program["name"]}: `{mode}` of the original writes no findings to $JSON:\n'
                              f'{last_lines(self.findings)}')
            if mode == 'run':
                self.places = workplace.places_reached(traced)
        self.kinds = {kind_of(finding) for finding in self.findings}

    def is_reached(self, mutant):
        return any(call == mutant['call'] and mutant['line'] <= line <= mutant['last'] and is_same_file(file, mutant['file'])
                   for file, line, call in self.places)


def judge(workplace, mutant, mode, original):
    """A verdict, and the finding behind it: found, broken call, elsewhere, missed, does not build, no document."""
    text = workplace.text(mutant['file'])
    workplace.write(mutant['file'], text[:mutant['begin']] + mutant['text'] + text[mutant['end']:])
    try:
        if mode == 'run' and workplace.build() is not None:
            return 'does not build', ''
        findings = workplace.findings(mode)
    finally:
        workplace.write(mutant['file'], text)
    if isinstance(findings, str):
        return 'no document', (findings.strip().splitlines() or [''])[-1][:100]
    shift, behind = lines_of(mutant, text)
    where = {'mutant': mutant, 'shift': shift, 'behind': behind}
    verdicts = {'found': [], 'broken call': [], 'elsewhere': []}
    for finding in findings:
        if kind_of(finding, **where) in original.kinds:
            continue
        places = [(file, line) for _, file, line in sites_of(finding, **where)]
        is_here = any(mutant['line'] <= line <= max(mutant['last'], mutant['line'] + max(shift, 0)) and
                      is_same_file(file, mutant['file']) for file, line in places)
        is_broken = any(line == broken_line and is_same_file(file, broken_file)
                        for file, line in places for broken_file, broken_line in mutant['breaks'])
        verdicts['found' if is_here else 'broken call' if is_broken else 'elsewhere'].append(finding)
    for verdict, hits in verdicts.items():
        if hits:
            return verdict, f'{hits[0]["severity"]} {hits[0]["rule"]}'
    return 'missed', ''
