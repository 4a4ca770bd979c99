/** @jest-environment node */
import { findRemovals, summarise } from './api-report.ts';

describe('the API report of the kit', () => {
  it('RLS-01 distinguishes additions from removals and changes', () => {
    const olderReport = '## ui/link\n\ninterface LinkProps {\n    to: string;\n    to: string;\n}\n## ui/icon\n\ntype Icon = 1;';

    expect(findRemovals(olderReport, olderReport.replace('{\n', '{\n    title?: string;\n'))).toEqual([]);
    expect(findRemovals(olderReport, `${olderReport}\n## ui/new\n\ntype New = 1;`)).toEqual([]);
    expect(findRemovals(olderReport, olderReport.replace('    to: string;\n', ''))).toEqual(['ui/link: to: string;']);
    expect(findRemovals(olderReport, olderReport.replace('= 1', '= 2'))).toEqual(['ui/icon: type Icon = 1;']);
    // The same line in another section is not a replacement.
    expect(findRemovals(olderReport, olderReport.replace('## ui/icon', '## ui/icons'))).toEqual(['ui/icon: ', 'ui/icon: type Icon = 1;']);
  });

  it('RLS-01 lists the exported names of each entry point, and detects every change in their types', () => {
    const surface =
      '# Surface\n\nMajor version 1.\n\n## ui/link\n\n```ts\ninterface LinkProps {\n    to: string;\n}\nexport declare const Link: (props: LinkProps) => Node;\nexport {};\n```\n';
    const [heading, title = '', ...lines] = summarise(surface).split('\n## ');

    expect(heading).toBe('# Surface\n\nMajor version 1.\n');
    expect(title).toMatch(/^ui\/link · [\da-f]{12}\n\n```ts\nconst Link: \(props: LinkProps\) => Node;\n```\n/);
    expect(lines).toEqual([]);
    expect(summarise(surface.replace('to: string', 'to: number'))).not.toBe(summarise(surface));
  });
});
