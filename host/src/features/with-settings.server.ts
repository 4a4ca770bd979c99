/** Returns a compiled script with the value of `SETTINGS`, a variable that the script declares but does not define. */
export const withSettings = (program: string, settings: unknown): string => program.replace('SETTINGS', () => JSON.stringify(settings));
