/** Parent of the remotes' routes. Its error element replaces only the page inside the shell. */
export const AREA_ROUTE_ID = 'area';
export const NOT_FOUND_ROUTE_ID = 'not-found';
