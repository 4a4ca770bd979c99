import { mountDevPage } from '@site/shared/testing/mount-dev-page';
import { createRoutes } from './routes.tsx';

mountDevPage(createRoutes);
