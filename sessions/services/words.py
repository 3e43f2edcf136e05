"""Short plain words for recovery phrases: easy to read out, none sounding like another."""

WORDS = """
amber anchor apple apron arrow autumn badge bamboo banjo basil beacon berry birch bison blanket
bloom bottle branch bread breeze bridge bronze brook bucket butter button cabin cactus camel
candle canvas carbon carpet cedar cello cherry chess cider cinder circle citrus clover cobalt
cocoa comet copper coral cotton cradle crane cricket crystal dahlia daisy dapple dragon drum
eagle ember falcon feather fennel ferry fiddle finch flint forest fossil fox garden garnet
ginger glacier glove granite grape gravel hammer harbor hazel heron hollow honey horizon indigo
island ivory jacket jade jasmine jungle juniper kettle kite ladder lagoon lantern laurel lemon
lilac linen lion lotus magnet mango maple marble meadow melon mirror mint moon mosaic moss
mountain nectar needle nettle noodle nutmeg oak oasis ocean olive onion opal orange orchid otter
owl paddle paper parrot pastel peach pearl pebble pepper pewter piano pigeon pillow pine planet
plum pocket polar pond poppy prairie puzzle quartz quilt rabbit radish raven reef ribbon river
robin rocket rose ruby saddle saffron salmon sand sapling satin seal shadow shell silk silver
slate snow sparrow spice spiral spruce squirrel star stone storm summer sun swan table teapot
temple thistle thunder tiger timber tulip tunnel turtle umber valley vanilla velvet violet
violin walnut water willow wind winter wolf wonder wool yarrow zebra zinc zephyr
""".split()
