import faceOne from '../artwork/face-1.svg';
import faceTwo from '../artwork/face-2.svg';
import faceThree from '../artwork/face-3.svg';
import faceFour from '../artwork/face-4.svg';
import faceFive from '../artwork/face-5.svg';

export interface Testimonial {
  readonly name: string;
  readonly role: 'Google Review';
  readonly image: string;
  readonly quote: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly source: 'google';
}

const review = (name: string, image: string, rating: number, quote: string): Testimonial => ({
  name,
  role: 'Google Review',
  image,
  quote,
  rating,
  source: 'google',
});

/** Sample reviews: the writers are named by what they are to us, never by an invented name. */
export const TESTIMONIALS: readonly Testimonial[] = [
  review('NAVIGATE graduate, Lagos', faceTwo, 5, 'I came for the certificate. I left with a mentor who still calls me every Sunday, and a reason to pick up.'),
  review('Mother of two, Surulere', faceFour, 5, 'My son came home and explained peer pressure to me. For the first time we talked, and nobody shouted.'),
  review('School counsellor, Ile-Ife', faceThree, 5, 'They did not frighten our students. They answered them. The question box is still full every Friday.'),
  review('Drug Prevention Champion, Yaba', faceOne, 4, 'I learned how to ask a friend if he is okay. It took four plain sentences, and he said no.'),
  review('Internship graduate, Port Harcourt', faceFive, 5, 'Three months of real work and one honest reference. That letter opened the door to my first job.'),
];
