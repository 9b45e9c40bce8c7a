/* planted - included before a source in which every bug is planted. */
#ifdef __cplusplus
extern "C"
#endif
    int
    reftally_planted(int number);
