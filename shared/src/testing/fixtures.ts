import type { Album, GalleryImage } from '../contracts/gallery.ts';
import type { LibraryImage } from '../contracts/media.ts';
import type { Post } from '../contracts/post.ts';
import type { SiteConfig } from '../contracts/site.ts';
import type { User } from '../contracts/user.ts';

export const postFixture = (changes: Partial<Post> = {}): Post => ({
  _id: 'post-1',
  slug: 'school-visit',
  title: 'Twelve schools, one question box',
  content: '<p>We asked, and they answered.</p>',
  excerpt: 'What pupils asked when nobody was looking.',
  featuredImage: '/img/upload/school-visit.webp',
  featuredImageAlt: 'Pupils around a question box',
  category: 'Schools',
  tags: ['schools', 'questions'],
  status: 'published',
  publishedAt: '2026-11-14T09:00:00.000Z',
  updatedAt: '2026-11-14T09:00:00.000Z',
  author: { name: 'Chidi Nwosu', avatar: '/img/upload/chidi.webp' },
  isSample: false,
  ...changes,
});

export const imageFixture = (changes: Partial<GalleryImage> = {}): GalleryImage => ({
  _id: 'image-1',
  title: 'Xpression Night',
  url: '/img/upload/xpression-night.webp',
  alt: 'Dancers on a lit stage',
  width: 1600,
  height: 1200,
  createdAt: '2026-10-03T18:30:00.000Z',
  album: { _id: 'album-1' },
  published: true,
  isSample: false,
  ...changes,
});

export const libraryImageFixture = (changes: Partial<LibraryImage> = {}): LibraryImage => ({
  _id: '0123456789abcdef01234567',
  url: '/img/upload/v1/0123456789abcdef01234567.jpg',
  address: '/img/upload/v1/0123456789abcdef01234567.jpg',
  version: 1,
  edition: 'one',
  width: 1600,
  height: 900,
  bytes: 245_760,
  alt: 'Dancers on a lit stage',
  decorative: false,
  focalX: null,
  focalY: null,
  createdAt: '2026-10-03T18:30:00.000Z',
  stays: false,
  consent: { showsMinors: null, consentBy: '', consentOn: '' },
  uses: [],
  useCount: 0,
  mayChange: true,
  ...changes,
});

export const albumFixture = (changes: Partial<Album> = {}): Album => ({ _id: 'album-1', name: 'Schools', ...changes });

export const userFixture = (changes: Partial<User> = {}): User => ({
  _id: 'user-1',
  name: 'Ngozi Okafor',
  email: 'ngozi@bettertomorrow.example',
  role: 'editor',
  ...changes,
});

export const siteFixture = (changes: Partial<SiteConfig> = {}): SiteConfig => ({
  organisationName: 'Better Tomorrow Initiative',
  logoName: 'Better Tomorrow',
  logoSuffix: 'Initiative',
  siteUrl: 'https://bettertomorrow.example',
  telephone: '+234 800 000 0000',
  email: 'hello@bettertomorrow.example',
  partnerEmail: 'partners@bettertomorrow.example',
  office: 'Lagos, Nigeria',
  registration: { number: 'CAC/IT/000000', office: 'Corporate Affairs Commission, Nigeria' },
  donateUrl: 'https://pay.example/better-tomorrow',
  storeUrl: 'https://store.example/navigating-adolescence',
  reviewsUrl: 'https://search.example/reviews',
  videoUrl: 'https://video.example/embed/better-tomorrow',
  volunteerFormUrl: '/volunteer/applications',
  socialLinks: [
    { network: 'Facebook', url: 'https://facebook.example/better-tomorrow' },
    { network: 'Instagram', url: 'https://instagram.example/better-tomorrow' },
    { network: 'X', url: 'https://x.example/better-tomorrow' },
    { network: 'YouTube', url: 'https://youtube.example/better-tomorrow' },
  ],
  hubs: [
    { name: 'University of Lagos Hub', location: 'Akoka, Lagos', email: 'lagos@bettertomorrow.example' },
    { name: 'Ile-Ife University Hub', location: 'Ile-Ife, Osun State', email: 'ife@bettertomorrow.example' },
    { name: 'Yaba College Hub', location: 'Yaba, Lagos', email: 'yaba@bettertomorrow.example' },
    { name: 'Port Harcourt Youth Hub', location: 'Port Harcourt, Rivers State', email: 'port-harcourt@bettertomorrow.example' },
  ],
  helplines: [{ name: 'Sample helpline', telephone: '0800 000 0000', note: 'Free, day and night' }],
  ...changes,
});
