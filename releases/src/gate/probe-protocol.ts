import * as v from 'valibot';

/** Message from the probe of a server bundle: one JSON object per line, after the run's secret and a space, so that the bundle cannot forge messages. */
export const probeMessageSchema = v.variant('type', [
  /** Start of the probe's next step; each step has a time limit. */
  v.object({ type: v.literal('step'), name: v.string() }),
  v.object({
    type: v.literal('finding'),
    check: v.picklist(['server', 'styles']),
    where: v.string(),
    what: v.string(),
    fix: v.string(),
  }),
  v.object({
    type: v.literal('routes'),
    routes: v.array(
      v.object({
        pattern: v.string(),
        kind: v.picklist(['page', 'resource', 'other']),
        render: v.picklist(['static', 'content', 'never', 'browser']),
        shell: v.boolean(),
        /** A URL that matches the pattern; absent for a splat. */
        address: v.optional(v.string()),
      }),
    ),
  }),
  v.object({ type: v.literal('done') }),
]);
export type ProbeReport = v.InferOutput<typeof probeMessageSchema>;
export type ProbedRoute = Extract<ProbeReport, { type: 'routes' }>['routes'][number];

/** File descriptor that the probe writes to. */
export const REPORT_DESCRIPTOR = 3;

/** Task that the probe reads from standard input, so that it needs no file access: `code` is the server bundle, `sheets` are the stylesheets. */
export const probeTaskSchema = v.object({
  secret: v.string(),
  code: v.string(),
  sheets: v.array(v.object({ path: v.string(), css: v.string() })),
  /** Prefix of the build's class names. */
  runtimeName: v.string(),
  depth: v.picklist(['quick', 'full']),
  /** Whether the remote contains the staff sign-in page. */
  asksForPasswords: v.boolean(),
});
