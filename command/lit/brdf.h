/* How a surface scatters light.  The parameters are those of glTF 2.0's metallic workflow (Khronos, glTF 2.0
 * specification, section 3.9.2 and appendix B): a base colour, metalness and roughness r, from which follow alpha =
 * r^2 and the reflectance at normal incidence, 0.04 of what is no metal and the base colour of a metal.  The specular
 * part is appendix B's: the microfacets of Walter, Marschner, Li and Torrance (Microfacet models for refraction
 * through rough surfaces, 2007), shadowed and masked as Smith has it with correlated heights (Heitz, Understanding the
 * masking-shadowing function, 2014), and Schlick's Fresnel term (1994).
 *
 * What the specular part doesn't return leaves diffusely: of what is no metal coloured by the base (Kelemen and
 * Szirmay-Kalos, A microfacet based coupled specular-matte BRDF model, 2001), of a metal as light that was reflected
 * several times (Kulla and Conty, Revisiting physically based shading at Imageworks, 2017).  So the whole is
 * reciprocal, and a white surface under a white sky returns all light, which appendix B's own diffuse part does not
 * promise. */
#ifndef BURL_LIT_BRDF_H
#define BURL_LIT_BRDF_H

#include "lit/vector.h"

enum { BRDF_SIDE = 32 };

/* The share of light that the specular part returns under a white sky, reflectance * scale + bias, by the cosine of the
 * view and the roughness; and its mean over all views. */
typedef struct {
  float scale, bias;
} brdf_energy;

typedef struct {
  brdf_energy at[BRDF_SIDE][BRDF_SIDE]; /* [roughness][cosine], both from 0 to 1 */
  brdf_energy mean[BRDF_SIDE];
} brdf_table;

void brdf_tabulate(brdf_table *t);
brdf_energy brdf_energy_at(const brdf_table *t, float roughness, float cosine);

/* A surface seen from one direction: what doesn't depend on the light. */
typedef struct {
  const brdf_table *table;
  float roughness, nv; /* nv: the cosine of the view */
  vector reflectance;  /* at normal incidence */
  vector specular;     /* the share that the specular part returns under a white sky, */
  vector matte;        /* and the diffuse part */
  vector base, tint;   /* of diffuse light: of the part that is no metal, and of the metal */
} brdf;

brdf brdf_of(const brdf_table *t, vector base, float metalness, float roughness, float nv);

/* The density of microfacets' normals, alpha in (0, 1], nh: the cosine of the half vector; and the visibility,
 * G/(4 nl nv). */
float brdf_density(float alpha, float nh);
float brdf_visibility(float alpha, float nl, float nv);

/* The BRDF times pi; alpha may be more than the surface's, where the light is no point. */
vector brdf_scatter(const brdf *b, float alpha, float nl, float nh, float vh);

#endif
