"""The calls of MPI in the text of a C, C++ or Fortran source, and their arguments by the names of mpi.h.

Text is all there is: no compiler, no preprocessor. So a mutant is one edit of the text that a person could have made, it
is the same on every machine, and a call in code that is not compiled is found like any other (it is then named in `skip`).
"""
import collections
import glob
import os
import re
import shutil
import subprocess

# The text of a call is [start, end): with CALL in Fortran, with the semicolon where it is a statement in C. `args` are
# places of the arguments without blanks around them; `lines` the first and the last line.
Call = collections.namedtuple('Call', 'name start end args lines is_statement')

FORTRAN = ('.f90', '.f95', '.f03', '.f08', '.f', '.for', '.f77')
FIXED_FORM = ('.f', '.for', '.f77')


class Failure(Exception):
    """What ends the program with one line."""


def parameters():
    """For each routine the names of its parameters, from the mpi.h of an installed MPI."""
    wrapper = next(filter(shutil.which, ('mpicc.mpich', 'mpicc.openmpi', 'mpicc')), None)
    if not wrapper:
        raise Failure('no mpicc in PATH: the parameters of the routines are read from its mpi.h')
    shown = subprocess.run([wrapper, '-show'], stdout=subprocess.PIPE, text=True, check=False).stdout
    text = ''
    for word in shown.split():
        for path in sorted(glob.glob(os.path.join(word[2:], 'mpi*.h'))) if word.startswith('-I') else []:
            with open(path, errors='replace') as header:
                text += re.sub(r'\s+', ' ', header.read())
    known = {}
    for name, inside in re.findall(r'\bint (MPI_[A-Z]\w+)\(([^()]*(?:\([^()]*\)[^()]*)*)\)', text):
        names = [re.search(r'(\w+)(\[[^]]*\])*$', part.strip()) for part in inside.split(',')]
        known[name] = [found.group(1) if found else '' for found in names]
    if 'MPI_Send' not in known:
        raise Failure(f'{wrapper} -show names no folder with an mpi.h that declares MPI_Send')
    return known


def blanked(text, is_fortran, is_fixed):
    """The text with comments, strings and the marks of continued lines in fixed form as blanks, so that places stay."""
    if is_fortran:
        pattern = r"![^\n]*|'[^'\n]*'|\"[^\"\n]*\"" + (r'|(?<![^\n])[cC*][^\n]*|(?<=\n     )[^ 0\n]' if is_fixed else '')
    else:
        pattern = r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<![^\n])[ \t]*#(?:\\\n|[^\n])*'
    return re.sub(pattern, lambda m: re.sub(r'[^\n]', ' ', m.group()), text, flags=re.S)


def arguments(plain, begin, blank):
    """The arguments behind the opening parenthesis, without what `blank` matches around them, and the place behind."""
    depth, at, args, first = 1, begin, [], begin
    while at < len(plain) and depth:
        c = plain[at]
        depth += (c in '([{') - (c in ')]}')
        if (c == ',' and depth == 1) or depth == 0:
            word = re.fullmatch(f'{blank}*(.*?){blank}*', plain[first:at], re.S)
            args.append((first + word.start(1), first + word.end(1)))
            first = at + 1
        at += 1
    return args, at


def calls_in(plain, routines, is_fortran):
    names = {name.lower(): name for name in routines}
    for found in re.finditer(r'\b(MPI_\w+)[ \t]*\(', plain, re.I if is_fortran else 0):
        name = names.get(found.group(1).lower())
        if not name:
            continue
        args, end = arguments(plain, found.end(), r'[\s&]' if is_fortran else r'\s')  # & continues a line
        before = plain[:found.start()].rstrip()
        start, word = found.start(), re.search(r'(\w+)$', before)
        if is_fortran:
            if not word or word.group().lower() != 'call':
                continue
            start, is_statement = word.start(), True
        elif word and word.group() not in ('return', 'else', 'do'):
            continue  # a declaration
        else:
            is_statement = plain[end:].lstrip()[:1] == ';' and (before[-1:] in tuple(';{}') or before[-1:] == ')' or
                                                                bool(word and word.group() in ('else', 'do')))
            end = plain.find(';', end) + 1 if is_statement else end
        lines = (plain.count('\n', 0, start) + 1, plain.count('\n', 0, end) + 1)
        yield Call(name, start, end, args, lines, is_statement)


class Source:
    def __init__(self, path, routines):
        with open(path, errors='surrogateescape', newline='') as file:
            self.text = file.read()
        self.is_fixed = path.lower().endswith(FIXED_FORM)
        self.is_fortran = path.lower().endswith(FORTRAN)
        self.routines = routines
        self.calls = list(calls_in(blanked(self.text, self.is_fortran, self.is_fixed), routines, self.is_fortran))

    def argument(self, call, *names):
        """Where the argument of one of these names stands; None where the call has none."""
        for name in names:
            if name in self.routines[call.name]:
                index = self.routines[call.name].index(name)
                if index < len(call.args):
                    return call.args[index]
        return None

    def word(self, place):
        return self.text[place[0]:place[1]]

    def body(self, call, place=None, text=''):
        """The text of the call, with another text at a place in it."""
        if not place:
            return self.text[call.start:call.end]
        return self.text[call.start:place[0]] + text + self.text[place[1]:call.end]

    def with_rank(self, call, comm, use):
        """The call with the rank in a variable; `use(rank)` gives what is called then, and on which condition."""
        rank = 'mutantRank'
        condition, body = use(rank)
        if not self.is_fortran:
            asked = f'int {rank}; MPI_Comm_rank({comm}, &{rank});'
            if call.is_statement:
                return f'{{ {asked} {"if (" + condition + ") " if condition else ""}{body} }}'
            return f'({{ {asked} {condition + " ? " if condition else ""}{body}{" : MPI_SUCCESS" if condition else ""}; }})'
        line = self.text[self.text.rfind('\n', 0, call.start) + 1:call.start]
        if line.strip(' \t0123456789'):
            return None  # behind IF (...): no block can stand there
        parts = [f'block', f'integer :: {rank}, mutantError', f'call MPI_Comm_rank({comm}, {rank}, mutantError)',
                 f'if ({condition.replace("!=", "/=")}) then' if condition else '', body, 'end if' if condition else '',
                 'end block']
        return '\n      '.join(part for part in parts if part)

    def without(self, call):
        """What stands in place of a call that is removed."""
        if self.is_fortran:
            return 'continue'
        return ';' if call.is_statement else 'MPI_SUCCESS'
