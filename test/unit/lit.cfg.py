# The GoogleTest programs, as their own lit suite: lit finds and counts their tests one by one.
import os

import lit.formats

config.name = 'lockstep-unit'
config.test_format = lit.formats.GoogleTest('.', 'Tests')
config.test_source_root = config.test_exec_root = os.path.join(os.environ['LOCKSTEP_BUILD'], 'test', 'unit')
config.environment['LC_ALL'] = 'C'
