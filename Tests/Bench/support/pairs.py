"""A log that a general event correlator can pair as well, and what it has to be told for that."""

from lines import stamp

# Of simple-evcorr.sourceforge.io's `PairWithWindow`, as its manual writes such a pair.
SEC_RULES = r"""
type=PairWithWindow
ptype=RegExp
pattern=(\w+)\[(\d+):\d+\] BGT begin id=(\d+)
desc=task $3 of $1[$2]
action=write - unpaired: %s
ptype2=RegExp
pattern2=$1\[$2:\d+\] BGT end id=$3$
desc2=task %3 of %1[%2] ended
action2=none
window=3600
"""
PROCESSES = 20


def pairs(random, held, tasks):
    """`held` tasks of `PROCESSES` processes are begun, then each begin comes with the end of one that is drawn, and
    in the end all are ended."""
    time = 1595421000.0
    opened = []
    begun = 0
    while begun < tasks or opened:
        time += 0.001
        if begun == tasks or len(opened) == held:
            index = int(random.random() * len(opened))
            one, id = opened[index]
            opened[index] = opened[-1]
            opened.pop()
            yield b"%s App%d[%d:4101] BGT end id=%d\n" % (stamp(time), one, 300 + one, id)
        if begun < tasks:
            begun += 1
            one = begun % PROCESSES
            opened.append((one, begun // PROCESSES + 1))
            yield b'%s App%d[%d:4101] BGT begin id=%d name="upload" handler=1\n' % (
                stamp(time), one, 300 + one, begun // PROCESSES + 1)
