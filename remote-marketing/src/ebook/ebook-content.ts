import pageOne from '../artwork/ebook-1.svg';
import pageTwo from '../artwork/ebook-2.svg';
import pageThree from '../artwork/ebook-3.svg';

export const EBOOK = {
  title: 'Navigating Adolescence',
  description:
    'Discover the essential guide to navigating the challenges of adolescence. This ebook provides insights and strategies to help young people thrive.',
  buy: 'Buy Now',
  cannotPay:
    'The store shows the price before you pay. Pupils, students and people who cannot pay get it free: ask at a hub for the file or a printed copy, or write to',
  highlights: [
    'Plain answers about drugs, friends and pressure',
    'Exercises to do alone, with a parent or in class',
    'Easy to read on a small phone, and offline once downloaded',
  ],
} as const;

interface EbookSlide {
  readonly image: string;
  readonly fallbackImage: string;
  readonly alt: string;
}

export const EBOOK_SLIDES: readonly EbookSlide[] = [
  {
    image: '/img/upload/v1/samples-ebook-1.webp',
    fallbackImage: pageOne,
    alt: 'Navigating Adolescence 1',
  },
  {
    image: '/img/upload/v1/samples-ebook-2.webp',
    fallbackImage: pageTwo,
    alt: 'Navigating Adolescence 2',
  },
  {
    image: '/img/upload/v1/samples-ebook-3.webp',
    fallbackImage: pageThree,
    alt: 'Navigating Adolescence 3',
  },
];
