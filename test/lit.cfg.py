# lit configuration: what the RUN lines of all tests may use. Tests are found by their ending, never registered.
import os
import shutil

import lit.formats

build = os.environ['LOCKSTEP_BUILD']
tools = os.path.join(config.test_source_root or os.path.dirname(__file__), 'tools')

config.name = 'lockstep'
config.test_format = lit.formats.ShTest(execute_external=True)
config.suffixes = ['.c', '.cpp', '.f90', '.F90', '.f', '.trace', '.test']
config.excludes = ['tools', 'support', 'fuzz', 'Inputs', 'lit.cfg.py']
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(build, 'test')

# Nothing a test finds may depend on the caller's settings; what programs need to run is passed on.
for name in ('HOME', 'TMPDIR', 'LD_LIBRARY_PATH', 'CCACHE_DIR'):
    if name in os.environ:
        config.environment[name] = os.environ[name]
config.environment['PATH'] = os.pathsep.join(['/usr/lib/llvm-19/bin', os.environ['PATH']])
# Where both MPIs are installed, the mpicc in PATH decides which one is the default: for the tests always the same.
default_mpi = os.path.join(build, 'test', 'default-mpi')
os.makedirs(default_mpi, exist_ok=True)
if shutil.which('mpicc.mpich') and not os.path.lexists(os.path.join(default_mpi, 'mpicc')):
    os.symlink(shutil.which('mpicc.mpich'), os.path.join(default_mpi, 'mpicc'))
config.environment['PATH'] = os.pathsep.join([default_mpi, config.environment['PATH']])
config.environment['LC_ALL'] = 'C'

bin_dir = os.path.join(build, 'bin')
lib_dir = os.path.join(build, 'lib', 'lockstep')
lockstep = os.path.join(bin_dir, 'lockstep')
python = shutil.which('python3', path='/usr/bin') or shutil.which('python3')
expect = '%s %s' % (python, os.path.join(config.test_source_root, 'tools', 'expect.py'))


def include_flags(mpi):
    wrapper = shutil.which('mpicc.' + mpi) or 'mpicc'
    words = os.popen(wrapper + ' -show').read().split()
    return ' '.join(w for w in words if w.startswith('-I'))


substitutions = [
    ('%lockstep-mpicc', os.path.join(bin_dir, 'lockstep-mpicc')),
    ('%lockstep-mpicxx', os.path.join(bin_dir, 'lockstep-mpicxx')),
    ('%lockstep-mpifort', os.path.join(bin_dir, 'lockstep-mpifort')),
    ('%lockstep', lockstep),
    ('%check', lockstep + ' check --mpi mpich'),
    ('%replay', os.path.join(build, 'test', 'tools', 'lockstep-replay')),
    ('%calls', os.path.join(build, 'test', 'tools', 'lockstep-calls')),
    ('%records', os.path.join(build, 'test', 'tools', 'lockstep-records')),
    ('%tracegen', os.path.join(build, 'test', 'tools', 'lockstep-tracegen')),
    ('%fuzz-trace', os.path.join(build, 'test', 'tools', 'lockstep-fuzz-trace')),
    ('%mpi-table', os.path.join(build, 'test', 'tools', 'mpi-table')),
    ('%hooks', os.path.join(lib_dir, 'liblockstep-hooks.a')),
    ('%tsan', os.path.join(lib_dir, 'liblockstep-tsan.a') + ' ' + os.path.join(lib_dir, 'liblockstep-hooks.a')),
    ('%plugin', os.path.join(lib_dir, 'liblockstep-passes.so')),
    ('%instrument', os.path.join(lib_dir, 'liblockstep-instrument.so')),
    ('%attribute', os.path.join(lib_dir, 'liblockstep-attribute.so')),
    ('%compilers', '%s %s %s' % (python, os.path.join(config.test_source_root, 'tools', 'compilers.py'), bin_dir)),
    ('%findings', '%s %s' % (python, os.path.join(config.test_source_root, 'tools', 'findings.py'))),
    ('%json-has', '%s %s' % (python, os.path.join(config.test_source_root, 'tools', 'json-has.py'))),
    ('%schema', os.path.join(config.test_source_root, '..', 'docs', 'findings.schema.json')),
    ('%examples', os.path.join(config.test_source_root, '..', 'examples')),
    ('%source-root', os.path.join(config.test_source_root, '..')),
    ('%build', build),
    ('%clang', 'clang-19'),
    ('%flang', 'flang-new-19'),
    ('%python', python),
    ('%unprivileged', 'setpriv --reuid=65534 --regid=65534 --clear-groups' if os.geteuid() == 0 else ''),
]
for status in (64, 66, 70):
    substitutions.append(('%%not%d' % status, '%s %d' % (expect, status)))
substitutions.append(('%exits', expect))
for mpi in ('mpich', 'openmpi'):
    if not shutil.which('mpicc.' + mpi):
        if 'LOCKSTEP_TEST_ALL' in os.environ:
            lit_config.fatal('%s is missing, which hundreds of tests need' % mpi)
        continue
    config.available_features.add(mpi)
    substitutions.append(('%%%s-include' % mpi, include_flags(mpi)))
    for kind in ('mpicc', 'mpicxx', 'mpifort'):
        substitutions.append(('%%%s-%s' % (kind, mpi), '%s.%s' % (kind, mpi)))
for tool in ('ccache', 'fish', 'groff', 'zsh'):
    if shutil.which(tool):
        config.available_features.add(tool)
if os.path.exists(os.path.join(build, 'test', 'tools', 'lockstep-fuzz-trace')):
    config.available_features.add('fuzzer')
if shutil.which('otf2-print'):
    config.available_features.add('otf2')
if os.environ.get('LOCKSTEP_LONG_TESTS') == '1':
    config.available_features.add('long')
config.substitutions += [(r'%s(?![\w-])' % name if name[-1].isalnum() else name, value) for name, value in substitutions]
