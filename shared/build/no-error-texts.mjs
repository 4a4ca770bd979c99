/** Replaces the federation runtime's table of error texts in browser builds (`withoutErrorTexts` in federation.ts). */
export const runtimeDescMap = {};
export const typeDescMap = {};
export const buildDescMap = {};
export const errorDescMap = {};
