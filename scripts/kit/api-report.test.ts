/** @jest-environment node */
import { findRemovals } from './api-report.ts';

describe('the API report of the kit', () => {
  it('TEAM-01 tells additions from what was removed or changed', () => {
    const older = '## ui/link\n\ninterface LinkProps {\n    to: string;\n    to: string;\n}\n## ui/icon\n\ntype Icon = 1;';

    expect(findRemovals(older, older.replace('{\n', '{\n    title?: string;\n'))).toEqual([]);
    expect(findRemovals(older, `${older}\n## ui/new\n\ntype New = 1;`)).toEqual([]);
    expect(findRemovals(older, older.replace('    to: string;\n', ''))).toEqual(['ui/link: to: string;']);
    expect(findRemovals(older, older.replace('= 1', '= 2'))).toEqual(['ui/icon: type Icon = 1;']);
    // The same line in another section replaces nothing.
    expect(findRemovals(older, older.replace('## ui/icon', '## ui/icons'))).toEqual(['ui/icon: ', 'ui/icon: type Icon = 1;']);
  });
});
