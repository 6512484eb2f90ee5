"""What a chart shows, for several test modules."""


def dots_of(axes):
    """Return for each dot its line, its place and the ends of its interval."""
    (bars,) = axes.containers
    dots, _, (lines,) = bars.lines
    ends = [tuple(segment[:, 0]) for segment in lines.get_segments()]
    return [(y, x, *both) for x, y, both in zip(*dots.get_data(), ends, strict=True)]
