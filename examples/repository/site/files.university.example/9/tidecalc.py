"""When is the next high water? Half a lunar day after the last one."""

import datetime

HALF_LUNAR_DAY = datetime.timedelta(hours=12, minutes=25)


def next_high_water(last):
    return last + HALF_LUNAR_DAY
