# compilers.py BIN [-n N] [OPTIONS] SOURCE [FLAGS...]: builds the program with every compiler and level, runs each under
# `lockstep run` and prints the findings once, as findings.py does. Fails where one build has others than the first.
# Each build is run with one of the MPIs, in turn; with LOCKSTEP_LONG_TESTS=1 with both.
import argparse
import os
import subprocess
import sys
import tempfile

C = [('clang', '-O0'), ('gcc', '-O2'), ('clang', '-O2'), ('clang', '-O3 -march=native')]
FORTRAN = [('flang', '-O1'), ('gfortran', '-O2'), ('flang', '-O2')]
MPIS = ['mpich', 'openmpi']
LIMIT = '120'

parser = argparse.ArgumentParser()
parser.add_argument('bin')
parser.add_argument('-n', default='2')
parser.add_argument('--list', default='', help='options of findings.py')
parser.add_argument('--run', default='', help='options of lockstep run')
parser.add_argument('source')
arguments, flags = parser.parse_known_args()


def builds():
    isFortran = arguments.source.endswith(('.f90', '.F90'))
    for index, (compiler, level) in enumerate(FORTRAN if isFortran else C):
        wrapper = 'lockstep-mpifort' if isFortran else 'lockstep-mpicc'
        mpis = MPIS if os.environ.get('LOCKSTEP_LONG_TESTS') == '1' else [MPIS[index % 2]]
        for mpi in mpis:
            yield wrapper, compiler, level, mpi


def findings(directory, wrapper, compiler, level, mpi):
    program = os.path.join(directory, 'program')
    document = os.path.join(directory, 'findings.json')
    build = [os.path.join(arguments.bin, wrapper), '--mpi', mpi]
    build += ['--compiler=gcc'] if compiler in ('gcc', 'gfortran') else []
    build += level.split() + ['-g', '-o', program, arguments.source] + flags
    run = [os.path.join(arguments.bin, 'lockstep'), 'run', '--timeout', LIMIT, '--json', document]
    run += arguments.run.split() + ['-n', arguments.n, program]
    made = subprocess.run(build, capture_output=True, text=True, cwd=directory)
    if made.returncode != 0:
        sys.exit('%s\n%s' % (' '.join(build), made.stderr))
    ran = subprocess.run(run, capture_output=True, text=True)
    if ran.returncode not in (0, 66):
        sys.exit('%s: status %d\n%s%s' % (' '.join(run), ran.returncode, ran.stdout, ran.stderr))
    listing = [sys.executable, os.path.join(os.path.dirname(__file__), 'findings.py'), document]
    listing += arguments.list.split()
    return subprocess.run(listing, check=True, capture_output=True, text=True).stdout, ran.stdout + ran.stderr


first = None
for build in builds():
    with tempfile.TemporaryDirectory() as directory:
        found, report = findings(directory, *build)
    if first is None:
        first = found
        print(found, end='')
    elif found != first:
        sys.exit('other findings with %s %s on %s:\n%s%s' % (build[1], build[2], build[3], found, report))
