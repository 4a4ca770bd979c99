import { createEndpointMatcher } from './endpoint-matcher.ts';

const MULTIPART = /^multipart\//i;

export const isMultipart = (contentType: string | undefined): boolean => MULTIPART.test(contentType ?? '');

/** Whether the endpoint table declares a form with files for this call. */
export const acceptsMultipart = createEndpointMatcher(({ bodyType }) => bodyType === 'multipart');
