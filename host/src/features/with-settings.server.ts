/** Returns a compiled program with the value of its `SETTINGS`, a variable that the program declares without defining it. */
export const withSettings = (program: string, settings: unknown): string => program.replace('SETTINGS', () => JSON.stringify(settings));
