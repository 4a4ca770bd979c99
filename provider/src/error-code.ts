/** The `code` of an error of Node, a driver or the framework; '' when it has none. */
export const readErrorCode = (reason: unknown): string =>
  typeof reason === 'object' && reason !== null && 'code' in reason && typeof reason.code === 'string' ? reason.code : '';
