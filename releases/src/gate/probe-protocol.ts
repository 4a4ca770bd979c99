import * as v from 'valibot';

/** What the probe of a server bundle reports, one JSON object per line, each with the secret of the run: the bundle cannot report in its name. */
export const probeMessageSchema = v.variant('type', [
  /** What the probe does next; it has a limited time for each step. */
  v.object({ type: v.literal('step'), secret: v.string(), name: v.string() }),
  v.object({
    type: v.literal('finding'),
    secret: v.string(),
    check: v.picklist(['server', 'styles']),
    where: v.string(),
    what: v.string(),
    fix: v.string(),
  }),
  v.object({
    type: v.literal('routes'),
    secret: v.string(),
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
  v.object({ type: v.literal('done'), secret: v.string() }),
]);
type ProbeMessage = v.InferOutput<typeof probeMessageSchema>;
export type ProbedRoute = Extract<ProbeMessage, { type: 'routes' }>['routes'][number];

/** A message before its secret is added. */
export type ProbeReport = { [Type in ProbeMessage['type']]: Omit<Extract<ProbeMessage, { type: Type }>, 'secret'> }[ProbeMessage['type']];

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
});
