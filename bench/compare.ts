import { medianView, type Throttling, type View, viewPage } from './lighthouse.ts';

/** How many times the static twin's LCP a composed page's may be. */
export const TWIN_LIMIT = 1.15;

const RUNS = Number(process.env.BENCH_RUNS ?? 5);
const ATTEMPTS = 3;
const BYTES_PER_KB = 1000;

export interface Candidate {
  readonly name: string;
  readonly url: string;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
export const kilobytes = (bytes: number): string => `${(bytes / BYTES_PER_KB).toFixed(1)} KB`;
export const ratio = (one: number, other: number): string => (one / other).toFixed(2);

/** To the thousandth, as Lighthouse shows it. */
export const hasNoShift = ({ cls }: View): boolean => cls < 0.0005;

const printTable = (title: string, views: ReadonlyMap<string, View>): void => {
  say(`\n${title}, medians of ${RUNS}`);
  const rows = [...views].map(([name, { lcpMs, fcpMs, tbtMs, cls, bytesBeforeScript }]) => [
    name,
    seconds(lcpMs),
    seconds(fcpMs),
    `${Math.round(tbtMs)} ms`,
    cls.toFixed(3),
    kilobytes(bytesBeforeScript),
  ]);
  for (const row of [['', 'LCP', 'FCP', 'TBT', 'CLS', 'before script'], ...rows])
    say(row.map((cell, column) => (column === 0 ? cell.padEnd(22) : cell.padStart(14))).join(''));
  say('');
};

/** A browser on a busy machine may find no quiet moment to end its measurement; it gets another chance or two. */
const viewPatiently = async (url: string, throttling: Throttling): Promise<View> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await viewPage(url, throttling);
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      say(`      measured again: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
};

/** Looks at all candidates turn and turn about, so that a busy moment of the machine hits each alike; prints and gives the median view of each. */
export const compareViews = async (title: string, candidates: readonly Candidate[], throttling: Throttling): Promise<(name: string) => View> => {
  const views = new Map<string, View[]>(candidates.map(({ name }) => [name, []]));
  for (let run = 1; run <= RUNS; run += 1) {
    for (const { name, url } of candidates) {
      const view = await viewPatiently(url, throttling);
      views.get(name)?.push(view);
      say(`      ${title} ${run} of ${RUNS}, ${name}: LCP ${seconds(view.lcpMs)}, TBT ${Math.round(view.tbtMs)} ms`);
    }
  }
  const medians = new Map([...views].map(([name, each]) => [name, medianView(each)]));
  printTable(title, medians);
  return (name) => {
    const view = medians.get(name);
    if (view === undefined) throw new Error(`No candidate "${name}".`);
    return view;
  };
};
