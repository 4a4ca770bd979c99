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

/** Time limit for starting the probe, including compiling it. `STEP_LIMIT_MS` limits each step after the start. */
const START_LIMIT_MS = 90_000;
const STEP_LIMIT_MS = 5000;
/** How long the start usually takes. On a busy machine, the start and every step take proportionally longer. */
const TYPICAL_START_MS = 2000;
const MAX_SLOWNESS = 4;
/** Maximum number of extensions for a step whose process is ready to run but gets no processor time. */
const MAX_STARVED_STEPS = 12;
/** Time limit of the whole examination; the client waits no longer than this. */
const TOTAL_LIMIT_MS = 170_000;
const PROBE_HEAP_MB = 192;
/** Node options for starting the probe. */
export const PROBE_ARGS = ['--expose-gc', `--max-old-space-size=${PROBE_HEAP_MB}`];

/** Maximum total size of a probe's reports, so that they do not fill the host's memory. */
const REPORTS_LIMIT_BYTES = 1024 * 1024;

const finding = createFindingFactory('server');

interface ServerCheck {
  readonly findings: Promise<readonly Finding[]>;
  /** Resolves long before the findings do, with undefined if the bundle failed before it created its routes. */
  readonly routes: Promise<readonly ProbedRoute[] | undefined>;
}

/** `quick`: renders every page once and does not look for memory leaks or late effects. */
export type ServerDepth = 'quick' | 'full';

/** Starts `server-probe.ts`, compiled or from source. Standard input, standard error and `REPORT_DESCRIPTOR` are pipes. */
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

/** Evaluates the server bundle, renders its pages and checks the stylesheets, all in a separate process. Returns the bundle's violations and its routes. */
export const checkServer = (candidate: Candidate, startProbe: StartProbe, depth: ServerDepth = 'full'): ServerCheck => {
  let resolveRoutes = (_routes: readonly ProbedRoute[] | undefined): void => undefined;
  const routes = new Promise<readonly ProbedRoute[] | undefined>((done) => {
    resolveRoutes = done;
  });
  const findings = runProbe(candidate, startProbe, depth, resolveRoutes).finally(() => resolveRoutes(undefined));
  return { findings, routes };
};

/** Ends a probe that hangs, loops or reports too much. */
class ProbeWatch {
  /** Whether the probe was ended because it exceeded a time limit. */
  hasTimedOut = false;
  /** Whether the probe was ended because its reports were too large. */
  hasExceededLimit = false;
  readonly #child: ChildProcess;
  readonly #began = performance.now();
  readonly #deadline: NodeJS.Timeout;
  #timer: NodeJS.Timeout;
  #slowness = 1;
  #cpuBefore = 0;

  constructor(child: ChildProcess) {
    this.#child = child;
    this.#timer = setTimeout(() => this.#endLate(), START_LIMIT_MS);
    this.#deadline = setTimeout(() => this.#endLate(), TOTAL_LIMIT_MS);
  }

  #endLate(): void {
    this.hasTimedOut = true;
    this.#child.kill('SIGKILL');
  }

  #readUsage(): ReturnType<typeof readProcessUsage> {
    const { pid } = this.#child;
    return pid === undefined ? undefined : readProcessUsage(findWorkingProcess(pid));
  }

  /** Ends a step that waits or loops, but extends a step that only lacks processor time. */
  #endUnlessStarved(extensions: number): void {
    const usage = this.#readUsage();
    const isStarved = usage?.isRunning === true && usage.cpuMs - this.#cpuBefore < STEP_LIMIT_MS && extensions < MAX_STARVED_STEPS;
    if (isStarved) this.#timer = setTimeout(() => this.#endUnlessStarved(extensions + 1), STEP_LIMIT_MS);
    else this.#endLate();
  }

  /** Starts the time limit for a step. `isFirst`: derives how slow the machine is from how long the start took. */
  beginStep(isFirst: boolean): void {
    clearTimeout(this.#timer);
    if (isFirst) this.#slowness = Math.min(Math.max((performance.now() - this.#began) / TYPICAL_START_MS, 1), MAX_SLOWNESS);
    this.#cpuBefore = this.#readUsage()?.cpuMs ?? 0;
    this.#timer = setTimeout(() => this.#endUnlessStarved(0), STEP_LIMIT_MS * this.#slowness);
  }

  endReports(): void {
    this.hasExceededLimit = true;
    this.#child.kill('SIGKILL');
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
  }
}

/** Starts a probe and sends its task. Returns the probe's error output and exit status. */
const startWithTask = (startProbe: StartProbe, task: v.InferInput<typeof probeTaskSchema>) => {
  const child = startProbe();
  const exited = new Promise<{ readonly status: number | null; readonly signal: NodeJS.Signals | null }>((done) =>
    child.once('close', (status, signal) => done({ status, signal })),
  );
  let errors = '';
  child.stderr?.on('data', (data: Buffer) => {
    errors = (errors + data.toString()).slice(-5000);
  });
  // Ignore errors here, because the exit status shows that a probe ended before it read its whole input.
  child.stdin?.on('error', () => undefined);
  child.stdin?.end(JSON.stringify(task));
  return { child, exited, getErrors: (): string => errors };
};

async function* readMessages(reports: Readable, secret: string, onExceeded: () => void): AsyncGenerator<v.InferOutput<typeof probeMessageSchema>> {
  for await (const line of createInterface({ input: Readable.from(limitReports(reports, onExceeded)) })) {
    if (!line.startsWith(`${secret} `)) continue;
    const parsed = v.safeParse(probeMessageSchema, parseJson(line.slice(secret.length)));
    if (parsed.success) yield parsed.output;
  }
}

const runProbe = async (
  candidate: Candidate,
  startProbe: StartProbe,
  depth: ServerDepth,
  onRoutes: (routes: readonly ProbedRoute[]) => void,
): Promise<Finding[]> => {
  const code = await readText(candidate, SERVER_BUNDLE).catch(() => undefined);
  // The file check reports a missing bundle.
  if (code === undefined) return [];
  const secret = randomUUID();
  const asksForPasswords = ownsSignIn(candidate.build);
  const task = { secret, code, sheets: await readSheets(candidate), runtimeName: getRuntimeName(candidate), depth, asksForPasswords };
  const { child, exited, getErrors } = startWithTask(startProbe, task);
  const watch = new ProbeWatch(child);
  const findings: Finding[] = [];
  let step = 'start';
  let isDone = false;
  // `StartProbe` guarantees this pipe, but the type of `stdio` does not express it.
  const reports = child.stdio[REPORT_DESCRIPTOR] as Readable;
  for await (const message of readMessages(reports, secret, () => watch.endReports())) {
    watch.beginStep(step === 'start');
    if (message.type === 'step') step = message.name;
    else if (message.type === 'routes') onRoutes(message.routes);
    else if (message.type === 'done') isDone = true;
    else findings.push(createFindingFactory(message.check)(message.where, message.what, message.fix));
  }
  const { status, signal } = await exited;
  watch.stop();
  if (!isDone) {
    const limitSeconds = (step === 'start' ? START_LIMIT_MS : STEP_LIMIT_MS) / 1000;
    const what = watch.hasExceededLimit
      ? 'causes too many reports.'
      : watch.hasTimedOut
        ? `does not finish within ${limitSeconds} s.`
        : describeEnd(status, signal, getErrors());
    const reason = step === 'start' ? ` ${getErrors().trim()}` : '';
    findings.push(finding(step, `${what}${reason}`, 'Look for an endless loop, a promise that never settles, process.exit, or a list that grows.'));
  }
  return findings;
};
