/**
 * Router hooks and components for pages. This module is a federation singleton, so that host and remotes share one router without sharing the complete library.
 */

export type { ActionFunctionArgs, LoaderFunctionArgs, RouteObject } from 'react-router-dom';
export {
  Await,
  data,
  Link,
  Navigate,
  NavLink,
  Outlet,
  redirect,
  useActionData,
  useBlocker,
  useLoaderData,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom';
