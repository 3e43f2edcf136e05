"""Games played online, read from the logs the sites give out, into game records.

``mjlog`` reads Tenhou's XML, ``tenhou6`` its JSON and that of Mahjong Soul in the same shape; both
give a ``Log``, and ``account`` makes a game record of it that is held against every figure of the
log. ``found`` tells the formats apart. Nothing of a log is trusted: it may come from anywhere.
"""
