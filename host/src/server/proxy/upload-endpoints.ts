import { createEndpointMatcher } from './endpoint-matcher.ts';

const MULTIPART = /^multipart\//i;

export const isMultipart = (contentType: string | undefined): boolean => MULTIPART.test(contentType ?? '');

/** True for the calls whose row in the endpoint table declares a form with files. */
export const takesMultipart = createEndpointMatcher(({ bodyType }) => bodyType === 'multipart');
