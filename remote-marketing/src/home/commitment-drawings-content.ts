/** One stroke or form of a drawing: which paint of the page's styles, and its path. */
export interface DrawingPart {
  readonly paint: 'ink' | 'sun' | 'sunLine' | 'white' | 'whiteLine' | 'cream' | 'handle' | 'ray' | 'stem';
  readonly path: string;
}

/** Drawings in a box of 152 that stand on the lower edge of a commitment card's top. */
export const COMMITMENT_DRAWINGS: Readonly<Record<'speech' | 'umbrella' | 'sprout', readonly DrawingPart[]>> = {
  speech: [
    { paint: 'ink', path: 'M16 22H112A24 24 0 0 1 136 46V92A24 24 0 0 1 112 116H62L30 146V116H16A12 12 0 0 1 4 104V34A12 12 0 0 1 16 22Z' },
    { paint: 'sunLine', path: 'M28 52H112M28 74H96' },
    { paint: 'whiteLine', path: 'M28 96H60' },
  ],
  umbrella: [
    { paint: 'ink', path: 'M2 82A74 74 0 0 1 150 82Q138 70 126 82Q113 70 101 82Q88 70 76 82Q64 70 51 82Q39 70 26 82Q14 70 2 82Z' },
    { paint: 'sun', path: 'M51 82Q52 30 76 8Q100 30 101 82Q88 70 76 82Q64 70 51 82Z' },
    { paint: 'handle', path: 'M76 8V2M76 76V152' },
    { paint: 'cream', path: 'M28 108a14 14 0 1 1 28 0a14 14 0 1 1-28 0ZM16 152Q16 126 42 125Q68 126 68 152Z' },
    { paint: 'white', path: 'M97 108a14 14 0 1 1 28 0a14 14 0 1 1-28 0ZM84 152Q84 126 111 125Q137 126 137 152Z' },
  ],
  sprout: [
    { paint: 'sun', path: 'M6 152A70 70 0 0 1 146 152Z' },
    { paint: 'ray', path: 'M76 66V40M26 92L8 72M126 92L144 72' },
    { paint: 'stem', path: 'M76 152V104' },
    { paint: 'ink', path: 'M76 118Q74 82 112 78Q114 116 76 118ZM76 134Q76 104 44 100Q42 132 76 134Z' },
  ],
};
