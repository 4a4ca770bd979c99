/** Jest global tear-down: stops the server that the set-up started. */
// biome-ignore lint/style/noDefaultExport: Jest demands it.
export default async (): Promise<void> => globalThis.postgresForTests?.remove();
