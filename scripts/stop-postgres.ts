/** Jest global teardown: stops the server that the setup started. */
// biome-ignore lint/style/noDefaultExport: Jest demands it.
export default async (): Promise<void> => globalThis.postgresForTests?.remove();
