import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { SERVER_BUNDLE } from '@site/shared/build/build-manifest';
import { findWorkingProcess, readProcessUsage } from '@site/shared/domain/process-usage';
import * as v from 'valibot';
import { type Candidate, getRuntimeName, ownsSignIn, readText } from './candidate.ts';
import { createFindingFactory, type Finding } from './finding.ts';
import { type ProbedRoute, probeMessageSchema, type probeTaskSchema, REPORT_DESCRIPTOR } from './probe-protocol.ts';

/** Starting the program, which compiles it, and each step of it. */
const START_LIMIT_MS = 90_000;
const STEP_LIMIT_MS = 5000;
/** On a busy machine every step takes longer, as the start does. */
const USUAL_START_MS = 2000;
const MAX_SLOWNESS = 4;
/** How much longer a step may take whose process wants to work and does not get the processor. */
const MAX_STARVED_STEPS = 12;
/** The whole examination: a client that waits for it waits no longer. */
const TOTAL_LIMIT_MS = 170_000;
const PROBE_HEAP_MB = 192;
/** Switches for Node with which a caller starts the probe. */
export const PROBE_ARGS = ['--expose-gc', `--max-old-space-size=${PROBE_HEAP_MB}`];

/** Of all reports of a probe: they must not fill the memory of a host. */
const REPORTS_LIMIT_BYTES = 1024 * 1024;

const finding = createFindingFactory('server');

interface ServerCheck {
  readonly findings: Promise<readonly Finding[]>;
  /** Known long before the findings; undefined when the bundle did not get as far as creating them. */
  readonly routes: Promise<readonly ProbedRoute[] | undefined>;
}

/** `quick`: every page once, without the search for leaks and for what comes late. */
export type ServerDepth = 'quick' | 'full';

/** Starts the compiled or the source program of `server-probe.ts`: standard input and `REPORT_DESCRIPTOR` are pipes, and so is standard error. */
export type StartProbe = () => ChildProcess;

const describeEnd = (status: number | null, signal: NodeJS.Signals | null, errors: string): string => {
  if (/heap out of memory|Allocation failed|Array buffer allocation failed/.test(errors)) return `needs more than ${PROBE_HEAP_MB} MB of memory.`;
  if (signal === 'SIGXCPU') return 'uses more processor time than an examination may.';
  return signal === null ? `ends the server's process (status ${status}).` : `ends the server's process (${signal}).`;
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

async function* limitReports(reports: Readable, onExceeded: () => void): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of reports as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > REPORTS_LIMIT_BYTES) return onExceeded();
    yield chunk;
  }
}

const readSheets = (candidate: Candidate): Promise<{ path: string; css: string }[]> =>
  Promise.all(
    candidate.files
      .filter(({ path, kind }) => kind === 'file' && path.endsWith('.css'))
      .map(async ({ path }) => ({ path, css: await readText(candidate, path) })),
  );

/**
 * Evaluates the server bundle and renders its pages in a separate process, and returns what it did that it must not, with the routes that it has. The same
 * process checks the stylesheets.
 */
export const checkServer = (candidate: Candidate, startProbe: StartProbe, depth: ServerDepth = 'full'): ServerCheck => {
  let resolveRoutes = (_routes: readonly ProbedRoute[] | undefined): void => undefined;
  const routes = new Promise<readonly ProbedRoute[] | undefined>((done) => {
    resolveRoutes = done;
  });
  const findings = runProbe(candidate, startProbe, depth, resolveRoutes).finally(() => resolveRoutes(undefined));
  return { findings, routes };
};

const runProbe = async (
  candidate: Candidate,
  startProbe: StartProbe,
  depth: ServerDepth,
  onRoutes: (routes: readonly ProbedRoute[]) => void,
): Promise<Finding[]> => {
  const code = await readText(candidate, SERVER_BUNDLE).catch(() => undefined);
  // Its absence is a finding of the check of the files.
  if (code === undefined) return [];
  const secret = randomUUID();
  const task: v.InferInput<typeof probeTaskSchema> = {
    secret,
    code,
    sheets: await readSheets(candidate),
    runtimeName: getRuntimeName(candidate),
    depth,
    asksForPasswords: ownsSignIn(candidate.build),
  };
  const child = startProbe();
  const exited = new Promise<{ readonly status: number | null; readonly signal: NodeJS.Signals | null }>((done) =>
    child.once('close', (status, signal) => done({ status, signal })),
  );
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => {
    errors = (errors + data.toString()).slice(-5000);
  });
  // A probe that ends before it has read everything shows in its exit status.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(task));

  const findings: Finding[] = [];
  let step = 'start';
  let isDone = false;
  let isLate = false;
  let isTooMuch = false;
  const end = (): void => {
    isLate = true;
    child.kill('SIGKILL');
  };
  const readUsage = (): ReturnType<typeof readProcessUsage> => (child.pid === undefined ? undefined : readProcessUsage(findWorkingProcess(child.pid)));
  const began = performance.now();
  let slowness = 1;
  let cpuBefore = 0;
  let timer = setTimeout(end, START_LIMIT_MS);
  const deadline = setTimeout(end, TOTAL_LIMIT_MS);
  /** Ends a step that waits or loops, and not one that other work of the machine keeps from going on. */
  const endUnlessStarved = (extensions: number): void => {
    const usage = readUsage();
    const isStarved = usage?.isRunning === true && usage.cpuMs - cpuBefore < STEP_LIMIT_MS && extensions < MAX_STARVED_STEPS;
    if (isStarved) timer = setTimeout(() => endUnlessStarved(extensions + 1), STEP_LIMIT_MS);
    else end();
  };
  // Declared by `stdio` above, which the types do not follow.
  const reports = limitReports(child.stdio[REPORT_DESCRIPTOR] as Readable, () => {
    isTooMuch = true;
    child.kill('SIGKILL');
  });
  for await (const line of createInterface({ input: Readable.from(reports) })) {
    if (!line.startsWith(`${secret} `)) continue;
    const parsed = v.safeParse(probeMessageSchema, parseJson(line.slice(secret.length)));
    if (!parsed.success) continue;
    const message = parsed.output;
    clearTimeout(timer);
    if (step === 'start') slowness = Math.min(Math.max((performance.now() - began) / USUAL_START_MS, 1), MAX_SLOWNESS);
    cpuBefore = readUsage()?.cpuMs ?? 0;
    timer = setTimeout(() => endUnlessStarved(0), STEP_LIMIT_MS * slowness);
    if (message.type === 'step') step = message.name;
    else if (message.type === 'routes') onRoutes(message.routes);
    else if (message.type === 'done') isDone = true;
    else findings.push(createFindingFactory(message.check)(message.where, message.what, message.fix));
  }
  const { status, signal } = await exited;
  clearTimeout(timer);
  clearTimeout(deadline);
  if (!isDone) {
    const limitSeconds = (step === 'start' ? START_LIMIT_MS : STEP_LIMIT_MS) / 1000;
    const what = isTooMuch ? 'causes too many reports.' : isLate ? `does not finish within ${limitSeconds} s.` : describeEnd(status, signal, errors);
    const reason = step === 'start' ? ` ${errors.trim()}` : '';
    findings.push(finding(step, `${what}${reason}`, 'Look for an endless loop, a promise that never settles, process.exit, or a list that grows.'));
  }
  return findings;
};
