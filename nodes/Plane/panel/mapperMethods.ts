/** The names of the methods that n8n calls for the custom properties of a type, and for the properties of customers. */
export const PROPERTY_MAPPER_METHOD = 'mapCustomProperties';
export const CUSTOMER_MAPPER_METHOD = 'mapCustomerProperties';
