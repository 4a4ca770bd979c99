import * as v from 'valibot';

/** What the probe of a server bundle reports, one JSON object per line after the secret of the run and a space: the bundle cannot report in its name. */
export const probeMessageSchema = v.variant('type', [
  /** What the probe does next; it has a limited time for each step. */
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
        /** An address that the pattern matches; absent for a splat. */
        address: v.optional(v.string()),
      }),
    ),
  }),
  v.object({ type: v.literal('done') }),
]);
export type ProbeReport = v.InferOutput<typeof probeMessageSchema>;
export type ProbedRoute = Extract<ProbeReport, { type: 'routes' }>['routes'][number];

/** The file descriptor that the probe writes to. */
export const REPORT_DESCRIPTOR = 3;

/** What the probe reads from its standard input, so that it needs no access to files: `code` is the server bundle, `sheets` are the stylesheets. */
export const probeTaskSchema = v.object({
  secret: v.string(),
  code: v.string(),
  sheets: v.array(v.object({ path: v.string(), css: v.string() })),
  /** The name that the classes of the build begin with. */
  runtimeName: v.string(),
  depth: v.picklist(['quick', 'full']),
  /** The remote is the one that staff sign in with. */
  asksForPasswords: v.boolean(),
});
