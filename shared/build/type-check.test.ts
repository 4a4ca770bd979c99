/** @jest-environment node */
import { parseProblems } from './type-check.ts';

describe('the output of the type checker', () => {
  it('RLS-08 lists each error with its position and the lines that explain it', () => {
    const output = `src/routes.tsx(13,12): error TS2345: Argument of type '{}' is not assignable.
  Property 'chunk' is missing.
src/gallery/gallery-page.tsx(3,1): error TS2304: Cannot find name 'a'.
`;

    expect(parseProblems(output)).toEqual([
      { moduleName: 'src/routes.tsx(13,12)', message: "TS2345: Argument of type '{}' is not assignable.\n  Property 'chunk' is missing." },
      { moduleName: 'src/gallery/gallery-page.tsx(3,1)', message: "TS2304: Cannot find name 'a'." },
    ]);
    expect(parseProblems('')).toEqual([]);
  });
});
