interface Outcome {
  readonly remainingTools: readonly string[];
  readonly remainingSuites: readonly string[];
  readonly nonExecutingCount: number;
  readonly repositorySuiteCount: number;
  readonly changedSharedFiles: readonly string[];
  readonly hasProviderSuites: boolean;
  readonly remainingBrowserTests: number;
  /** Affected parts whose pages were not tested, because this machine has no browser. */
  readonly untestedParts: readonly string[];
}

const MAX_SHOWN_SUITES = 5;
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Lists what did not run. `npm test` runs everything, so there is always at least one line. */
export const summarise = ({
  remainingTools,
  remainingSuites,
  nonExecutingCount,
  repositorySuiteCount,
  changedSharedFiles,
  hasProviderSuites,
  remainingBrowserTests,
  untestedParts,
}: Outcome): readonly string[] => {
  const suffix = remainingSuites.length > MAX_SHOWN_SUITES ? ` and ${remainingSuites.length - MAX_SHOWN_SUITES} more` : '';
  return [
    'Not run:',
    ...remainingTools.map((tool) => `- The ${tool}, for lack of time.`),
    ...(changedSharedFiles.length > 0 ? [`- Every suite depends on ${changedSharedFiles.join(', ')}: only a sample ran, the quickest first.`] : []),
    ...(remainingSuites.length > 0
      ? [
          `- ${count(remainingSuites.length, 'unit suite')} that the change can affect, for lack of time: ${remainingSuites.slice(0, MAX_SHOWN_SUITES).join(', ')}${suffix}.`,
        ]
      : []),
    ...(nonExecutingCount > 0 ? [`- ${count(nonExecutingCount, 'unit suite')} that only load the changed files, by the coverage map.`] : []),
    ...(repositorySuiteCount > 0
      ? [`- ${count(repositorySuiteCount, 'unit suite')} that read the whole repository (npx jest --selectProjects repository shared).`]
      : []),
    ...(hasProviderSuites ? ["- The provider's suites on PostgreSQL (npx jest --selectProjects 'provider on postgres')."] : []),
    ...(remainingBrowserTests > 0 ? [`- ${count(remainingBrowserTests, 'selected browser test')}, for lack of time.`] : []),
    ...(untestedParts.length > 0 ? [`- The browser tests of ${untestedParts.join(', ')}: there is no browser here (npm test installs one).`] : []),
    '- All other browser tests, among them those that measure times (npm test -w e2e).',
    '- Unused code, API report, settings and promised browsers (npm run check).',
  ];
};
