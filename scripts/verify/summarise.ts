/** What a run of `verify` checked and left out. */
interface Outcome {
  /** Lint or types, if they took too long. */
  readonly toolsLeft: readonly string[];
  /** Unit suites that were not started or not ended in time. */
  readonly suitesLeft: readonly string[];
  /** Suites that load the changed files but execute nothing in them. */
  readonly notExecuting: number;
  /** Suites that read all files of the repository. */
  readonly repositorySuites: number;
  /** Changed files that every suite depends on. */
  readonly forAll: readonly string[];
  /** Whether suites of the provider are among the selected ones. */
  readonly hasProviderSuites: boolean;
  /** Selected browser tests that did not end in time. */
  readonly browserTestsLeft: number;
  /** Parts that the change affects, but whose pages no browser here could open. */
  readonly withoutBrowser: readonly string[];
}

const SHOWN_SUITES = 5;
const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;

/** Lines about what did not run. `npm test` runs everything, so there is always at least one. */
export const summarise = ({
  toolsLeft,
  suitesLeft,
  notExecuting,
  repositorySuites,
  forAll,
  hasProviderSuites,
  browserTestsLeft,
  withoutBrowser,
}: Outcome): readonly string[] => {
  const more = suitesLeft.length > SHOWN_SUITES ? ` and ${suitesLeft.length - SHOWN_SUITES} more` : '';
  return [
    'Not run:',
    ...toolsLeft.map((tool) => `- The ${tool}, for lack of time.`),
    ...(forAll.length > 0 ? [`- Every suite depends on ${forAll.join(', ')}: only a sample ran, the quickest first.`] : []),
    ...(suitesLeft.length > 0
      ? [`- ${count(suitesLeft.length, 'unit suite')} that the change can affect, for lack of time: ${suitesLeft.slice(0, SHOWN_SUITES).join(', ')}${more}.`]
      : []),
    ...(notExecuting > 0 ? [`- ${count(notExecuting, 'unit suite')} that only load the changed files, by the coverage map.`] : []),
    ...(repositorySuites > 0
      ? [`- ${count(repositorySuites, 'unit suite')} that read the whole repository (npx jest --selectProjects repository shared).`]
      : []),
    ...(hasProviderSuites ? ["- The provider's suites on PostgreSQL (npx jest --selectProjects 'provider on postgres')."] : []),
    ...(browserTestsLeft > 0 ? [`- ${count(browserTestsLeft, 'selected browser test')}, for lack of time.`] : []),
    ...(withoutBrowser.length > 0 ? [`- The browser tests of ${withoutBrowser.join(', ')}: there is no browser here (npm test installs one).`] : []),
    '- All other browser tests, among them those that measure times (npm test -w e2e).',
    '- Unused code, API report, settings and promised browsers (npm run check).',
  ];
};
