/** How long one version of a remote may take before the next one is tried (architecture, section 5). */
const BUDGET_MS = 1400;
const SLOWNESS: Readonly<Record<string, number>> = { 'slow-2g': 6, '2g': 4, '3g': 2 };

const effectiveType = (): string => {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined;
  return typeof connection === 'object' && connection !== null && 'effectiveType' in connection ? String(connection.effectiveType) : '';
};

/** The budget in milliseconds: longer where the browser says that the network itself is slow, so that a slow phone is not told of a fault that is none. */
export const loadBudgetMs = (): number => BUDGET_MS * (SLOWNESS[effectiveType()] ?? 1);
