/**
 * A plan of the commercial editions that has an operation or a list, by the vendor's product pages; `any`
 * if these name none.
 */
export type Plan = 'Free' | 'Pro' | 'Business' | 'any';
