/**
 * The values that friends compare: four words for the head of a match's shuffles, one of 256 words for each of
 * its first four bytes, and the address for a camera. The list is part of docs/fair-shuffle.md: a
 * word never changes its place.
 */
import { bytes } from "./hashing.js";

/** By number, from 0. Plain words of 3 to 7 letters that are not easily misheard. */
export const WORDS = `
acorn album almond anchor ankle apron arrow autumn bacon badge bagel bamboo banana barrel basket
beaver bench bishop blanket blossom bonnet border bottle branch breeze bridge bronze brush bubble
bucket butter button cabin cactus camel camera candle canvas canyon carbon carpet castle cement
cherry chimney circus cloud clover coffee collar comet copper cottage cotton cradle crayon cricket
crystal curtain cushion daisy dancer denim desert diamond dinner doctor dolphin dragon drawer
dream drum eagle earth elbow eleven engine fabric falcon farmer feather fiddle finger flame forest
fossil freckle garden garlic gentle giant giraffe glacier glove goblet golden granite grape
gravity guitar hammer harbor harvest helium helmet hermit hockey hollow honey humble hunter icicle
igloo insect island ivory jacket jaguar jigsaw jungle kettle kitchen kitten koala lantern laundry
lemon lettuce library lilac linen lizard lobster lumber lunch magnet mango maple marble market
mascot meadow melon mermaid mirror monkey morning mosaic museum mustard napkin needle nephew
nickel noodle nutmeg oatmeal ocean olive onion orange orchard otter oven oyster pancake panther
paper parrot peanut pebble pelican pencil pepper piano picnic pigeon pillow pirate planet plastic
pony potato prairie pumpkin puppet purple puzzle python quilt rabbit radio raisin ribbon river
robin rocket saddle salad salmon sandal school scooter sesame shadow shelter silver siren sister
skate sleeve snow soccer spider spinach sponge spoon squid stadium statue summer sunset swamp
table teapot temple tiger timber tomato topaz tower tractor trumpet tulip tunnel turtle umpire
valley vanilla velvet village violin volcano voyage waffle wagon walnut whistle willow window
winter wizard yellow yogurt zebra zipper
`
  .trim()
  .split(/\s+/);

/**
 * @param {string} head in hexadecimal
 * @returns {string[]} four words
 */
export const fourWords = (head) => [...bytes(head).subarray(0, 4)].map((byte) => WORDS[byte]);

const COMPARE = /^#compare=([\w-]+)\.(\d+)\.([0-9a-f]{64})$/;

/**
 * The address of a page that compares a head with what its own browser keeps. No server sees what
 * comes after the "#".
 * @param {string} origin
 * @param {{match: string, number: number, head: string}} what the head before shuffle `number`
 */
export const addressToCompare = (origin, { match, number, head }) =>
  `${origin}/fair#compare=${match}.${number}.${head}`;

/**
 * @param {string} hash of an address
 * @returns {{match: string, number: number, head: string} | null}
 */
export function readComparison(hash) {
  const [, match, number, head] = COMPARE.exec(hash) ?? [];
  return head === undefined ? null : { match, number: Number(number), head };
}

/**
 * The result of a comparison. `own`: the head that this browser worked out by itself
 * @param {string} head
 * @param {string | undefined} own
 * @returns {[says: string, kind: "good" | "brass" | "bad"]}
 */
export function comparison(head, own) {
  if (own === undefined)
    return [
      "This browser saw no such shuffle. Open this address in the browser that plays at that table.",
      "brass",
    ];
  return own === head
    ? ["The same: both browsers were shown the same shuffles of this match up to this one.", "good"]
    : ["Not the same: the server showed your two browsers different shuffles.", "bad"];
}
