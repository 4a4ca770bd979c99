/** The router hooks and components that pages use: a federation singleton, so that host and remotes share one router without sharing its complete library. */

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
