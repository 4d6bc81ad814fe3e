"""Says whether every element of an HTML page is closed in its turn, and that the page asks for no other file."""
import html.parser
import sys

VOID = {'meta', 'input'}


class Checker(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, attributes):
        if any(name in ('src', 'href') for name, _ in attributes):
            sys.exit('%s asks for another file' % tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            sys.exit('%s ends out of turn' % tag)


checker = Checker()
checker.feed(open(sys.argv[1]).read())
sys.exit('not closed: %s' % checker.open if checker.open else 0)
