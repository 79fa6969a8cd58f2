/* Words that no name in a text can be. */
#ifndef BURL_CODE_LANGUAGE_RESERVED_H
#define BURL_CODE_LANGUAGE_RESERVED_H

/* Whether a language reserves the name, or has a function, a type or a macro of it; any of them. */
int burl__is_reserved(const char *name);

/* Whether a language, or what stands around a text, has a function of the name, which variables may have. */
int burl__is_known_function(const char *name);

/* Whether a list of words, with a blank on either side of each, has this one. */
int burl__has_word(const char *words, const char *word);

#endif
